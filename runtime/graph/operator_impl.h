// What ge::Operator and ge::Graph refer to.
#ifndef OPENACLNN_RUNTIME_GRAPH_OPERATOR_IMPL_H_
#define OPENACLNN_RUNTIME_GRAPH_OPERATOR_IMPL_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace openaclnn::graph {

// In the order of AttrType.
using AttrValue =
    std::variant<int64_t, float, bool, std::string, std::vector<int64_t>, std::vector<float>,
                 std::vector<bool>, std::vector<std::string>, std::vector<ge::DataType>,
                 std::vector<std::vector<int64_t>>, ge::DataType, ge::Tensor>;

struct OperatorImpl {
  struct Input {
    std::string name;
    bool optional = false;
    // Where it comes from; null: from nowhere. A source that depends on this node is not kept
    // alive, because the nodes of a cycle would keep each other for ever.
    std::shared_ptr<OperatorImpl> source;
    std::weak_ptr<OperatorImpl> cyclic_source;
    uint32_t output = 0;
    ge::TensorDesc desc;

    std::shared_ptr<OperatorImpl> Source() const {
      return source != nullptr ? source : cyclic_source.lock();
    }
  };
  struct Output {
    std::string name;
    bool described = false;
    ge::TensorDesc desc;
  };

  OperatorImpl(std::string_view name_in, std::string_view type_in) : name(name_in), type(type_in) {}
  // Not one in the other: a chain of nodes may be longer than the stack is deep.
  ~OperatorImpl();
  OperatorImpl(const OperatorImpl&) = delete;
  OperatorImpl& operator=(const OperatorImpl&) = delete;

  Input* FindInput(std::string_view input);
  Output* FindOutput(std::string_view output);
  void Link(Input& input, const std::shared_ptr<OperatorImpl>& self,
            const std::shared_ptr<OperatorImpl>& from, uint32_t output);

  std::string name;
  std::string type;
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  std::map<std::string, AttrValue, std::less<>> attrs;
  std::vector<std::string> mistakes;
  bool feeds_others = false;
  // While sources of a node are destroyed: the next of them.
  std::shared_ptr<OperatorImpl> next_to_destroy;
};

struct GraphImpl {
  std::string name;
  std::vector<ge::Operator> inputs;
  bool has_inputs = false;  // SetInputs was called
  struct Result {
    ge::Operator node;
    bool all = true;  // outputs
    std::vector<size_t> numbers = {};
  };
  std::vector<Result> outputs;
  std::vector<ge::Operator> nodes;
  std::vector<std::string> mistakes;
};

struct OperatorAccess {
  static const std::shared_ptr<OperatorImpl>& Of(const ge::Operator& op) { return op.impl_; }
  static const std::shared_ptr<GraphImpl>& Of(const ge::Graph& graph) { return graph.impl_; }
};

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_OPERATOR_IMPL_H_
