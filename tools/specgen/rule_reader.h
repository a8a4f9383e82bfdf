// The rules of a spec: a list of names with their arguments.
#ifndef OPENACLNN_TOOLS_SPECGEN_RULE_READER_H_
#define OPENACLNN_TOOLS_SPECGEN_RULE_READER_H_

#include <set>
#include <vector>

#include "tools/specgen/spec.h"
#include "tools/specgen/spec_names.h"
#include "tools/specgen/yaml.h"

namespace openaclnn::specgen {

// The list in its order. It is a problem if a check that protects kernels is missing, or if types
// or shape of a tensor do not follow; `absent` are parameters that need none.
std::vector<RuleUse> ReadRules(const Yaml& list, const SpecNames& names,
                               const std::set<int>& absent = {});

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_RULE_READER_H_
