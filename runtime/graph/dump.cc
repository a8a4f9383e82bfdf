// aclgrphDumpGraph.
#include <algorithm>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "ge/ge_ir_build.h"
#include "runtime/graph/infer.h"
#include "runtime/graph/messages.h"
#include "runtime/graph/model.h"
#include "runtime/graph/program.h"
#include "runtime/graph/quoted.h"

namespace openaclnn::graph {
namespace {

// The node that makes a value.
const Node& MakerOf(const Model& model, int value) {
  const auto later = [](int wanted, const Node& node) { return wanted < node.first_value; };
  return *(std::upper_bound(model.nodes.begin(), model.nodes.end(), value, later) - 1);
}

std::string OutputName(const Node& node, int output) {
  return node.info == nullptr ? "y" : node.info->outputs[static_cast<size_t>(output)].name;
}

// With a program also streams, and where values lie.
std::string Dot(const Model& model, const std::vector<ValueInfo>& values, const Program* program) {
  std::string text = absl::StrCat("digraph ", Quoted(model.name), " {\n  node [shape=box];\n");
  const auto edge = [&](int value, std::string_view to, std::string_view input) {
    const Node& from = MakerOf(model, value);
    absl::StrAppend(
        &text, "  ", Quoted(from.name), " -> ", Quoted(to), " [label=",
        Quoted(absl::StrCat(
            OutputName(from, value - from.first_value), " -> ", input, "\n",
            values[static_cast<size_t>(value)].ToString(), program == nullptr ? "" : "\n",
            program == nullptr ? "" : program->PlaceText(static_cast<size_t>(value)))),
        "];\n");
  };
  std::vector<std::string> queued(model.nodes.size());  // on which stream, with which others
  for (size_t run = 0; program != nullptr && run < program->runs.size(); ++run) {
    const std::vector<size_t>& nodes = program->runs[run];
    for (size_t node : nodes) {
      queued[node] = absl::StrCat("\nstream ", program->streams.runs[run].stream,
                                  nodes.size() > 1 ? absl::StrCat(", pass ", run) : "");
    }
  }
  for (size_t number = 0; number < model.nodes.size(); ++number) {
    const Node& node = model.nodes[number];
    std::string label = absl::StrCat(node.name, "\n", node.type);
    for (size_t i = 0; i < node.attrs.size(); ++i)
      absl::StrAppend(&label, "\n", node.info->attrs[i].name, " = ", AttrText(node.attrs[i]));
    label += queued[number];
    absl::StrAppend(&text, "  ", Quoted(node.name), " [label=", Quoted(label), "];\n");
    for (size_t i = 0; i < node.inputs.size(); ++i)
      edge(node.inputs[i], node.name, node.info->inputs[i].name);
  }
  for (size_t i = 0; i < model.outputs.size(); ++i) {
    const std::string result = absl::StrCat("result ", i);
    absl::StrAppend(&text, "  ", Quoted(result), " [shape=plain];\n");
    edge(model.outputs[i], result, "");
  }
  return absl::StrCat(text, "}\n");
}

}  // namespace
}  // namespace openaclnn::graph

namespace ge {

graphStatus aclgrphDumpGraph(const Graph& graph, const char* file, size_t length) try {
  using namespace openaclnn::graph;  // NOLINT: one function of the other namespace
  if (file == nullptr) return Fail(GRAPH_PARAM_INVALID, "aclgrphDumpGraph: file is a null pointer");
  Model model;
  std::vector<ValueInfo> values;
  if (MakeModel(graph, &model) != 0 || InferAll(model, DeclaredInputs(model), &values) != 0)
    return GRAPH_PARAM_INVALID;
  // The first phase of functions, which decides, needs a context.
  const std::vector<ValueInfo> inputs = DeclaredInputs(model);
  aclrtContext context = nullptr;
  const bool is_planned = std::all_of(inputs.begin(), inputs.end(),
                                      [](const ValueInfo& info) { return info.known(); }) &&
                          aclrtGetCurrentContext(&context) == ACL_SUCCESS && context != nullptr;
  Program program;
  if (is_planned && MakeProgram(model, inputs, Planning(), &program) != 0)
    return GRAPH_PARAM_INVALID;
  const std::string name(file, length);
  std::ofstream stream(name, std::ios::binary);
  stream << Dot(model, values, is_planned ? &program : nullptr);
  stream.close();
  if (!stream)
    return Fail(GRAPH_FAILED, absl::StrCat("aclgrphDumpGraph: ", name, " cannot be written"));
  return GRAPH_SUCCESS;
} catch (...) {
  (void)openaclnn::graph::FailCaught("aclgrphDumpGraph");
  return GRAPH_FAILED;
}

}  // namespace ge
