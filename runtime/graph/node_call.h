// The call of the function that computes a node.
#ifndef OPENACLNN_RUNTIME_GRAPH_NODE_CALL_H_
#define OPENACLNN_RUNTIME_GRAPH_NODE_CALL_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "aclnn/acl_meta.h"
#include "runtime/executor/fused.h"
#include "runtime/graph/infer.h"
#include "runtime/graph/model.h"

namespace openaclnn::graph {

// Makes what the function is called with, and destroys it at the end.
class NodeCall {
 public:
  explicit NodeCall(const Node& node) : node_(node) {}
  ~NodeCall();
  NodeCall(const NodeCall&) = delete;
  NodeCall& operator=(const NodeCall&) = delete;

  struct Operand {
    const ValueInfo* info;
    void* address;  // may be null for the first phase
  };

  // Phase 1: decides whether the node can be computed, and says how much workspace that takes.
  uint32_t Plan(const std::vector<Operand>& inputs, const std::vector<Operand>& outputs,
                uint64_t* workspace_bytes);
  // Phase 2.
  uint32_t Run(void* workspace, uint64_t workspace_bytes, aclrtStream stream);

  // After Plan, whether it is one pass over elements (runtime/executor/fused.h), and whether such a
  // pass needs of the values that `is_made` holds for only the element in its own place.
  std::optional<int64_t> PassElements() const;
  bool ReadsInPlace(absl::FunctionRef<bool(int value)> is_made) const;
  // Instead of Run: the call as part of several. `blocks` has the numbers of values that exist
  // block by block only, or -1, by value.
  FusedCall Fused(const std::vector<int>& blocks) const;
  // After RunFused has used it up.
  void Release() { executor_ = nullptr; }

 private:
  uint32_t SetAttr(const Argument& info, const AttrValue* value, Arg* arg);
  uint32_t SetTensor(const Operand& operand, int value, Arg* arg);
  // The message of the function that failed, with the names that the node has for its arguments.
  uint32_t Explain(uint32_t status) const;

  const Node& node_;
  aclOpExecutor* executor_ = nullptr;
  struct Tensor {
    const aclTensor* handle;
    int value;  // of the graph
  };
  std::vector<Tensor> tensors_;
  std::vector<const aclScalar*> scalars_;
  std::vector<const aclIntArray*> arrays_;
};

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_NODE_CALL_H_
