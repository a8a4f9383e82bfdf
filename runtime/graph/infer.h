// What is known of the values of a graph before it runs: types and shapes, as far as the inputs are
// known.
#ifndef OPENACLNN_RUNTIME_GRAPH_INFER_H_
#define OPENACLNN_RUNTIME_GRAPH_INFER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl_base_rt.h"
#include "graph/tensor.h"
#include "runtime/graph/model.h"

namespace openaclnn::graph {

constexpr int64_t kUnknownDim = -1;

struct ValueInfo {
  aclDataType dtype = ACL_DT_UNDEFINED;  // not known
  aclFormat format = ACL_FORMAT_ND;
  bool has_rank = false;
  std::vector<int64_t> dims = {};  // kUnknownDim: not known

  static ValueInfo Of(const ge::TensorDesc& desc);

  bool known() const;
  // Of a known value; -1 if they do not fit in memory.
  int64_t Bytes() const;
  // "float32[2, ?]", "?[...]".
  std::string ToString() const;
  bool operator==(const ValueInfo&) const = default;
};

// The outputs of a node. Where all inputs are known, what is wrong with them is left to the first
// phase of the operator; the outputs are then only what it can be asked with. Where they are not,
// what is known is checked here.
uint32_t InferNode(const Node& node, const std::vector<ValueInfo>& inputs,
                   std::vector<ValueInfo>* outputs);

// All values, from those of the graph's inputs.
uint32_t InferAll(const Model& model, const std::vector<ValueInfo>& inputs,
                  std::vector<ValueInfo>* values);

// What the Data nodes say of themselves.
std::vector<ValueInfo> DeclaredInputs(const Model& model);

// An attribute that is an argument of the node's function.
struct AttrArgument {
  int argument;
  const AttrInfo* info;
  const AttrValue* value;
};
std::vector<AttrArgument> AttrArguments(const Node& node);

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_INFER_H_
