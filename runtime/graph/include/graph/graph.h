// A graph: which nodes are its inputs and which outputs of nodes its results.
#ifndef OPENACLNN_GRAPH_GRAPH_H_
#define OPENACLNN_GRAPH_GRAPH_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/operator.h"

namespace openaclnn {
namespace graph {
struct GraphImpl;
struct OperatorAccess;
}  // namespace graph
}  // namespace openaclnn

namespace ge {

// Copies are the same graph.
class Graph {
 public:
  Graph();
  explicit Graph(const char* name);
  explicit Graph(const std::string& name);

  // The inputs in the order in which RunGraph takes their tensors, whatever `index` says. Without
  // this call the Data nodes are taken in the order of their attribute `index`.
  Graph& SetInputs(const std::vector<Operator>& inputs);
  // The results, in order: all outputs of these nodes, or those with these numbers or names.
  Graph& SetOutputs(const std::vector<Operator>& outputs);
  Graph& SetOutputs(const std::vector<std::pair<Operator, std::vector<size_t>>>& outputs);
  Graph& SetOutputs(const std::vector<std::pair<Operator, AscendString>>& outputs);
  Graph& SetOutputs(const std::vector<std::pair<Operator, std::string>>& outputs);
  // Nodes that run although no result depends on them.
  Graph& SetTargets(const std::vector<Operator>& targets);

  graphStatus AddOp(const Operator& op);
  graphStatus FindOpByName(const char* name, Operator& op) const;
  graphStatus GetAllOpName(std::vector<AscendString>& names) const;
  graphStatus GetName(AscendString& name) const;
  bool IsValid() const;

 private:
  friend struct openaclnn::graph::OperatorAccess;
  std::shared_ptr<openaclnn::graph::GraphImpl> impl_;
};

}  // namespace ge

#endif  // OPENACLNN_GRAPH_GRAPH_H_
