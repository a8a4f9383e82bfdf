// A graph as a session keeps it: checked, its nodes in the order in which they run, and nothing in
// it shared with the program.
#ifndef OPENACLNN_RUNTIME_GRAPH_MODEL_H_
#define OPENACLNN_RUNTIME_GRAPH_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/tensor.h"
#include "runtime/graph/operator_impl.h"
#include "runtime/graph/registry.h"

namespace openaclnn::graph {

// Each output of each node is a value; values are numbered in the order of the nodes.
struct Node {
  std::string name;
  std::string type;
  const TypeInfo* info = nullptr;  // null: an input of the graph or a constant
  std::vector<int> inputs;         // values, by the inputs of the type
  int first_value = 0;
  int outputs = 1;
  std::vector<AttrValue> attrs;  // of the type, by its attributes
  ge::Tensor constant;
  bool is_constant = false;
  // Of an input of the graph: what its tensors have to be, if that was said.
  bool described = false;
  ge::TensorDesc desc;

  // The values that it makes.
  std::vector<int> Outputs() const;

  // "node \"sum\" (Add)", for messages.
  std::string Title() const;
};

struct Model {
  std::string name;
  std::vector<Node> nodes;
  std::vector<int> inputs;   // nodes, in the order of the tensors of a run
  std::vector<int> outputs;  // values
  int values = 0;
};

// As messages and pictures show it.
std::string AttrText(const AttrValue& value);

// PARAM_INVALID, with every mistake that was found recorded, if the graph is wrong.
uint32_t MakeModel(const ge::Graph& graph, Model* model);

}  // namespace openaclnn::graph

#endif  // OPENACLNN_RUNTIME_GRAPH_MODEL_H_
