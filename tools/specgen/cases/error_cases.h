// Calls that must be rejected.
#ifndef OPENACLNN_TOOLS_SPECGEN_CASES_ERROR_CASES_H_
#define OPENACLNN_TOOLS_SPECGEN_CASES_ERROR_CASES_H_

#include "tools/specgen/cases/case_file.h"
#include "tools/specgen/cases/function_rules.h"

namespace openaclnn::specgen {

// Calls with dtypes that a product does not accept, and calls on products that lack the function.
void AddRejectedCases(const FunctionRules& rules, CaseFile* file);
// Calls that break one rule, calls that break two neighbouring ones, of which the first decides,
// and those of the spec's golden.errors.
void AddErrorCases(const FunctionRules& rules, CaseFile* file);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_CASES_ERROR_CASES_H_
