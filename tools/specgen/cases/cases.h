// Every call an operator is tested with, from its spec and a profile: cases.json. The format is in
// docs/spec_format.md.
#ifndef OPENACLNN_TOOLS_SPECGEN_CASES_CASES_H_
#define OPENACLNN_TOOLS_SPECGEN_CASES_CASES_H_

#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "tools/specgen/problems.h"
#include "tools/specgen/products.h"
#include "tools/specgen/profile.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

// Problems: no such profile, a declared type without a case, counts other than the spec expects.
nlohmann::ordered_json ExpandCases(const Spec& spec, const ProductTable& products,
                                   const std::vector<Profile>& profiles, Problems* problems);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_CASES_CASES_H_
