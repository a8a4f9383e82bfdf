// Calls that follow all rules: the groups of shapes, types, layouts and samples of a profile.
#ifndef OPENACLNN_TOOLS_SPECGEN_CASES_POSITIVE_CASES_H_
#define OPENACLNN_TOOLS_SPECGEN_CASES_POSITIVE_CASES_H_

#include "tools/specgen/cases/case_file.h"
#include "tools/specgen/cases/function_rules.h"
#include "tools/specgen/profile.h"

namespace openaclnn::specgen {

// Layouts other than contiguous need a dimension, and inputs that are written are not expanded.
bool CanHave(const FunctionRules& rules, const Call& call, int param, std::string_view layout);
void AddPositiveCases(const FunctionRules& rules, const Group& group, CaseFile* file);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_CASES_POSITIVE_CASES_H_
