// Calls whose speed is measured.
#ifndef OPENACLNN_TOOLS_SPECGEN_CASES_BENCHMARK_CASES_H_
#define OPENACLNN_TOOLS_SPECGEN_CASES_BENCHMARK_CASES_H_

#include <set>
#include <string>

#include "tools/specgen/cases/case_file.h"
#include "tools/specgen/cases/function_rules.h"

namespace openaclnn::specgen {

// Adds calls of the variants of the mathematics that are not in `measured`, and adds these to it.
void AddBenchmarks(const FunctionRules& rules, std::set<std::string>* measured, CaseFile* file);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_CASES_BENCHMARK_CASES_H_
