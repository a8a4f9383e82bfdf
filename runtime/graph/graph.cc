#include "graph/graph.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "runtime/graph/operator_impl.h"

namespace ge {

using openaclnn::graph::GraphImpl;
using openaclnn::graph::OperatorAccess;
using openaclnn::graph::OperatorImpl;

Graph::Graph() : Graph("") {}
Graph::Graph(const char* name) : impl_(std::make_shared<GraphImpl>()) {
  impl_->name = name == nullptr ? "" : name;
}
Graph::Graph(const std::string& name) : Graph(name.c_str()) {}

Graph& Graph::SetInputs(const std::vector<Operator>& inputs) {
  impl_->inputs = inputs;
  impl_->has_inputs = true;
  return *this;
}

Graph& Graph::SetOutputs(const std::vector<Operator>& outputs) {
  impl_->outputs.clear();
  for (const Operator& output : outputs) impl_->outputs.push_back({output});
  return *this;
}
Graph& Graph::SetOutputs(const std::vector<std::pair<Operator, std::vector<size_t>>>& outputs) {
  impl_->outputs.clear();
  for (const auto& [node, numbers] : outputs)
    impl_->outputs.push_back({node, numbers.empty(), numbers});
  return *this;
}
Graph& Graph::SetOutputs(const std::vector<std::pair<Operator, AscendString>>& outputs) {
  impl_->outputs.clear();
  for (const auto& [node, name] : outputs) {
    OperatorImpl* const from = OperatorAccess::Of(node).get();
    const auto* const output = from == nullptr ? nullptr : from->FindOutput(name.GetString());
    if (output == nullptr) {
      impl_->mistakes.push_back(absl::StrCat("SetOutputs: node \"",
                                             from == nullptr ? "" : from->name,
                                             "\" has no output \"", name.GetString(), "\""));
    } else {
      impl_->outputs.push_back({node, false, {static_cast<size_t>(output - from->outputs.data())}});
    }
  }
  return *this;
}
Graph& Graph::SetOutputs(const std::vector<std::pair<Operator, std::string>>& outputs) {
  std::vector<std::pair<Operator, AscendString>> named;
  for (const auto& [node, name] : outputs) named.emplace_back(node, AscendString(name.c_str()));
  return SetOutputs(named);
}

Graph& Graph::SetTargets(const std::vector<Operator>& targets) {
  for (const Operator& target : targets) (void)AddOp(target);
  return *this;
}

graphStatus Graph::AddOp(const Operator& op) {
  if (op.IsEmpty()) return GRAPH_PARAM_INVALID;
  impl_->nodes.push_back(op);
  return GRAPH_SUCCESS;
}

graphStatus Graph::FindOpByName(const char* name, Operator& op) const {
  const std::string_view wanted = name == nullptr ? "" : name;
  const auto look_in = [&](const std::vector<Operator>& nodes) {
    for (const Operator& node : nodes) {
      if (node.IsEmpty() || OperatorAccess::Of(node)->name != wanted) continue;
      op = node;
      return true;
    }
    return false;
  };
  if (look_in(impl_->inputs) || look_in(impl_->nodes)) return GRAPH_SUCCESS;
  for (const GraphImpl::Result& output : impl_->outputs) {
    if (look_in({output.node})) return GRAPH_SUCCESS;
  }
  return GRAPH_FAILED;
}

graphStatus Graph::GetAllOpName(std::vector<AscendString>& names) const {
  names.clear();
  const auto add = [&](const Operator& node) {
    AscendString name;
    if (node.GetName(name) != GRAPH_SUCCESS) return;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Operator& node : impl_->inputs) add(node);
  for (const Operator& node : impl_->nodes) add(node);
  for (const GraphImpl::Result& output : impl_->outputs) add(output.node);
  return GRAPH_SUCCESS;
}

graphStatus Graph::GetName(AscendString& name) const {
  name = impl_->name.c_str();
  return GRAPH_SUCCESS;
}

bool Graph::IsValid() const { return !impl_->outputs.empty() || !impl_->nodes.empty(); }

}  // namespace ge
