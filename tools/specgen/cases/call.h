// A call of a function as the cases are made: its arguments by the numbers of the parameters in the
// spec.
#ifndef OPENACLNN_TOOLS_SPECGEN_CASES_CALL_H_
#define OPENACLNN_TOOLS_SPECGEN_CASES_CALL_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_join.h"
#include "acl/acl_base_rt.h"
#include "nlohmann/json.hpp"
#include "runtime/tensor/dtype.h"
#include "tools/specgen/profile.h"

namespace openaclnn::specgen {

using Json = nlohmann::ordered_json;
using ShapeMap = std::map<int, Shape>;
using DTypeMap = std::map<int, aclDataType>;
using AttrMap = std::map<int, Value>;

struct Tensor {
  aclDataType dtype = ACL_FLOAT;
  Shape shape;
  std::string layout = "contiguous";
  // Of a tensor of indices: the least and the greatest that there is an element for.
  std::optional<std::pair<int64_t, int64_t>> indices = std::nullopt;
};

struct Call {
  std::map<int, Tensor> tensors;
  AttrMap attrs;                                  // all of the operator's
  std::map<int, int> in_place;                    // output -> input
  std::map<int, Json> overrides;                  // broken arguments, as they stand in the case
  std::map<std::string, std::string> generators;  // by names of inputs, in place of the spec's
};

// What is chosen for a call before its tensors are made.
struct Choice {
  ShapeMap shapes;
  DTypeMap dtypes;
  AttrMap attrs;
};

// The types every function is tried with: those with a label of their own in test names, then the
// others that a tensor can be filled with.
inline constexpr aclDataType kLabelledDTypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32,
                                                  ACL_INT8};
inline constexpr aclDataType kOtherDTypes[] = {ACL_DOUBLE,    ACL_INT64,     ACL_BOOL,   ACL_UINT8,
                                               ACL_INT16,     ACL_UINT16,    ACL_UINT32, ACL_UINT64,
                                               ACL_COMPLEX64, ACL_COMPLEX128};

inline std::string ShapeText(const Shape& shape) {
  return shape.empty() ? "scalar" : absl::StrJoin(shape, "x");
}
inline std::string Name(aclDataType dtype) { return std::string(DTypeName(dtype)); }

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_CASES_CALL_H_
