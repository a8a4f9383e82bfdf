// Records: the inputs that cases share, and the attributes of the truth.
#ifndef OPENACLNN_TOOLS_SPECGEN_CASES_RECORD_H_
#define OPENACLNN_TOOLS_SPECGEN_CASES_RECORD_H_

#include <string>

#include "acl/acl_base_rt.h"
#include "tools/specgen/cases/call.h"
#include "tools/specgen/cases/function_rules.h"
#include "tools/specgen/profile.h"

namespace openaclnn::specgen {

// A value as part of a name: "float64_0.1".
std::string Word(const Value& value);
// The dtypes as part of a name; of an output only what the inputs do not say already.
std::string DTypesText(const FunctionRules& rules, const Call& call);
// All attributes as reference.py knows them: words, switches, numbers, and dimension numbers
// counted from the front.
Json RecordAttrs(const FunctionRules& rules, const Call& call);
// A record depends on values alone: not on layouts, functions or aliasing.
Json RecordOf(const FunctionRules& rules, const Call& call);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_CASES_RECORD_H_
