// `ir:` of a spec: operator types of graphs, and the functions that compute them.
#ifndef OPENACLNN_TOOLS_SPECGEN_IR_H_
#define OPENACLNN_TOOLS_SPECGEN_IR_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/specgen/profile.h"

namespace openaclnn::specgen {

inline constexpr int kNoParam = -1;

struct IrAttr {
  std::string name;
  std::string type;                    // "Int", as in REG_OP
  int param;                           // kNoParam: only the default is accepted
  std::optional<Value> default_value;  // none: the attribute has to be set
};

struct Ir {
  std::string type;
  size_t function;  // its place in Spec::functions
  // Names with their parameters, in the order of the type; kNoParam: an input that is not read.
  std::vector<std::pair<std::string, int>> inputs;
  std::vector<std::pair<std::string, int>> outputs;
  std::vector<IrAttr> attrs;
  std::map<int, Value> fixed;  // parameters that the type has no attribute for

  // "real_div_proto.h"
  std::string Header() const;
};

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_IR_H_
