#include "runtime/graph/model.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ge/ge_api_error_codes.h"
#include "runtime/base/edit_distance.h"
#include "runtime/base/format.h"
#include "runtime/graph/messages.h"

namespace openaclnn::graph {
namespace {

// Of a graph that is wrong in ten thousand places the first ones are enough.
constexpr int kMaxMistakes = 10;

constexpr std::string_view kData = "Data", kNetOutput = "NetOutput";
bool IsConstant(const OperatorImpl& op) { return op.type == "Const" || op.type == "Constant"; }

std::string TitleOf(std::string_view name, std::string_view type) {
  return absl::StrCat("node \"", name, "\" (", type, ")");
}

// The known name that is most like this one, in parentheses; nothing if none is.
std::string Proposal(std::string_view name) {
  size_t least = 3;
  std::string_view nearest;
  for (const TypeInfo* type : AllTypes()) {
    const size_t distance = EditDistance(name, type->name);
    if (distance < least) {
      least = distance;
      nearest = type->name;
    }
  }
  return nearest.empty() ? "" : absl::StrCat(" (", nearest, " is one)");
}

class Maker {
 public:
  Maker(const ge::Graph& graph, Model* model)
      : graph_(*OperatorAccess::Of(graph)), model_(*model) {}

  uint32_t Make() {
    model_.name = graph_.name;
    for (const std::string& mistake : graph_.mistakes) Mistake(mistake);
    Collect();
    CheckNames();
    if (mistakes_ == 0) Order();
    if (mistakes_ == 0) Fill();
    if (mistakes_ == 0) FindInputs();
    if (mistakes_ == 0) FindOutputs();
    return mistakes_ == 0 ? ge::SUCCESS : ge::PARAM_INVALID;
  }

 private:
  void Mistake(std::string_view message) {
    if (mistakes_++ < kMaxMistakes)
      (void)Fail(ge::PARAM_INVALID, absl::StrCat("graph \"", graph_.name, "\": ", message));
  }
  void Mistake(const OperatorImpl& op, std::string_view message) {
    Mistake(absl::StrCat(TitleOf(op.name, op.type), ": ", message));
  }

  // Everything that the inputs, results and added nodes come from, in the order of its discovery.
  void Collect() {
    std::vector<std::shared_ptr<OperatorImpl>> open;
    const auto add = [&](const std::shared_ptr<OperatorImpl>& op) {
      if (op == nullptr || !numbers_.emplace(op.get(), ops_.size()).second) return;
      ops_.push_back(op);
      open.push_back(op);
    };
    const auto add_all = [&](const std::vector<ge::Operator>& nodes, std::string_view where) {
      for (const ge::Operator& node : nodes) {
        if (node.IsEmpty()) Mistake(absl::StrCat(where, ": an operator is empty"));
        add(OperatorAccess::Of(node));
      }
    };
    add_all(graph_.inputs, "SetInputs");
    add_all(graph_.nodes, "AddOp");
    for (const GraphImpl::Result& output : graph_.outputs) add_all({output.node}, "SetOutputs");
    while (!open.empty()) {
      const std::shared_ptr<OperatorImpl> op = std::move(open.back());
      open.pop_back();
      if (op->type == kData) continue;
      for (const OperatorImpl::Input& input : op->inputs) add(input.Source());
    }
    if (graph_.outputs.empty() && std::none_of(ops_.begin(), ops_.end(), [](const auto& op) {
          return op->type == kNetOutput;
        })) {
      Mistake("it has no results: Graph::SetOutputs or a node NetOutput names them");
    }
  }

  // Gives nodes without a name one.
  void CheckNames() {
    std::map<std::string_view, const OperatorImpl*> names;
    size_t unnamed = 0;
    for (const auto& op : ops_) {
      if (op->name.empty()) {
        while (names.contains(absl::StrCat(op->type, "_", unnamed))) ++unnamed;
        op->name = absl::StrCat(op->type, "_", unnamed++);
      }
      const auto [place, is_new] = names.emplace(op->name, op.get());
      if (!is_new)
        Mistake(absl::StrCat("two nodes have the name \"", op->name, "\": a ", place->second->type,
                             " and a ", op->type));
    }
  }

  // Of nodes that may run next the one discovered first does.
  void Order() {
    std::vector<std::vector<size_t>> users(ops_.size());
    std::vector<int> missing(ops_.size(), 0);
    for (size_t i = 0; i < ops_.size(); ++i) {
      if (ops_[i]->type == kData) continue;
      for (const OperatorImpl::Input& input : ops_[i]->inputs) {
        const std::shared_ptr<OperatorImpl> source = input.Source();
        if (source == nullptr) continue;
        users[numbers_.at(source.get())].push_back(i);
        ++missing[i];
      }
    }
    std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
    for (size_t i = 0; i < ops_.size(); ++i) {
      if (missing[i] == 0) ready.push(i);
    }
    while (!ready.empty()) {
      const size_t next = ready.top();
      ready.pop();
      order_.push_back(next);
      for (size_t user : users[next]) {
        if (--missing[user] == 0) ready.push(user);
      }
    }
    if (order_.size() < ops_.size()) ReportCycle(missing);
  }

  // What could not be ordered waits for something that could not, either: following that leads
  // around a cycle.
  void ReportCycle(const std::vector<int>& missing) {
    std::vector<size_t> path;
    size_t current = static_cast<size_t>(
        std::find_if(missing.begin(), missing.end(), [](int count) { return count > 0; }) -
        missing.begin());
    while (std::find(path.begin(), path.end(), current) == path.end()) {
      path.push_back(current);
      for (const OperatorImpl::Input& input : ops_[current]->inputs) {
        const std::shared_ptr<OperatorImpl> source = input.Source();
        if (source == nullptr || missing[numbers_.at(source.get())] == 0) continue;
        current = numbers_.at(source.get());
        break;
      }
    }
    std::vector<std::string> names;
    for (auto node = std::find(path.begin(), path.end(), current); node != path.end(); ++node)
      names.push_back(absl::StrCat("\"", ops_[*node]->name, "\""));
    constexpr size_t kShown = 8;
    const size_t length = names.size();
    if (length > kShown) names.resize(kShown);
    names.push_back(length > kShown ? absl::StrCat("... (", length, " nodes)") : names.front());
    Mistake(
        absl::StrCat("a cycle, in which each node needs the next: ", absl::StrJoin(names, ", ")));
  }

  void Fill() {
    for (size_t number : order_) {
      const OperatorImpl& op = *ops_[number];
      for (const std::string& mistake : op.mistakes) Mistake(op, mistake);
      if (op.type == kNetOutput) {
        FillResults(op);
        continue;
      }
      Node node;
      node.name = op.name;
      node.type = op.type;
      node.first_value = model_.values;
      if (op.type == kData) {
        FillData(op, &node);
      } else if (IsConstant(op)) {
        FillConstant(op, &node);
      } else {
        FillOperator(op, &node);
      }
      model_.values += node.outputs;
      places_[&op] = model_.nodes.size();
      model_.nodes.push_back(std::move(node));
    }
  }

  void FillData(const OperatorImpl& op, Node* node) {
    if (op.outputs.empty()) return Mistake(op, "it has no output y; op::Data has one");
    node->described = op.outputs[0].described;
    node->desc = op.outputs[0].desc;
    for (int64_t dim : node->desc.GetShape().GetDims()) {
      const bool unknown_rank =
          dim == ge::UNKNOWN_DIM_NUM && node->desc.GetShape().GetDims().size() == 1;
      if (dim < ge::UNKNOWN_DIM && !unknown_rank)
        Mistake(op, absl::StrCat("an extent of y is ", dim,
                                 "; extents are at least 0, or -1 if unknown, and the shape is "
                                 "[-2] if the rank is"));
    }
  }

  void FillConstant(const OperatorImpl& op, Node* node) {
    node->is_constant = true;
    const auto value = op.attrs.find("value");
    const auto* const tensor =
        value == op.attrs.end() ? nullptr : std::get_if<ge::Tensor>(&value->second);
    if (tensor == nullptr) return Mistake(op, "attribute value is no tensor");
    if (tensor->IsValid() != ge::GRAPH_SUCCESS) {
      return Mistake(op, absl::StrCat("attribute value has ", tensor->GetSize(),
                                      " bytes, which its shape and dtype do not have"));
    }
    node->constant = tensor->Clone();
  }

  void FillOperator(const OperatorImpl& op, Node* node) {
    node->info = FindType(op.type);
    if (node->info == nullptr) {
      return Mistake(op, absl::StrCat("there is no operator type ", op.type, Proposal(op.type),
                                      "; ", AllTypes().size(), " are linked"));
    }
    node->outputs = static_cast<int>(node->info->outputs.size());
    for (const Port& port : node->info->inputs) {
      const auto input =
          std::find_if(op.inputs.begin(), op.inputs.end(),
                       [&](const OperatorImpl::Input& each) { return each.name == port.name; });
      const std::shared_ptr<OperatorImpl> source =
          input == op.inputs.end() ? nullptr : input->Source();
      if (source == nullptr) {
        Mistake(op, absl::StrCat("input ", port.name, " is not set; set_input_", port.name,
                                 " says where it comes from"));
        continue;
      }
      node->inputs.push_back(ValueOf(op, *source, input->output));
    }
    FillAttrs(op, node);
  }

  int ValueOf(const OperatorImpl& user, const OperatorImpl& source, size_t output) {
    const auto place = places_.find(&source);
    if (place == places_.end()) {  // what ends a graph has no values
      Mistake(user, absl::StrCat("an input comes from \"", source.name, "\", a ", source.type));
      return 0;
    }
    const Node& node = model_.nodes[place->second];
    if (output >= static_cast<size_t>(node.outputs)) {
      Mistake(user, absl::StrCat("output ", output, " of \"", source.name, "\" is used; it has ",
                                 node.outputs));
      return 0;
    }
    return node.first_value + static_cast<int>(output);
  }

  void FillAttrs(const OperatorImpl& op, Node* node) {
    const std::span<const AttrInfo> infos = node->info->attrs;
    for (const auto& [name, value] : op.attrs) {
      const bool known =
          std::any_of(infos.begin(), infos.end(),
                      [&wanted = name](const AttrInfo& info) { return info.name == wanted; });
      // Names that begin so are the program's own notes.
      if (!known && !name.starts_with('_')) {
        Mistake(op, absl::StrCat("there is no attribute ", name, "; the attributes are ",
                                 infos.empty()
                                     ? "none"
                                     : absl::StrJoin(infos, ", ",
                                                     [](std::string* out, const AttrInfo& info) {
                                                       out->append(info.name);
                                                     })));
      }
    }
    for (const AttrInfo& info : infos) {
      const auto found = op.attrs.find(std::string_view(info.name));
      if (found == op.attrs.end()) {
        if (info.required)
          Mistake(op, absl::StrCat("attribute ", info.name, " (", AttrTypeName(info.type),
                                   ") is not set and has no default"));
        node->attrs.push_back(DefaultOf(info));
        continue;
      }
      if (found->second.index() != static_cast<size_t>(info.type)) {
        Mistake(op, absl::StrCat("attribute ", info.name, " was set to a value of type ",
                                 AttrTypeName(static_cast<AttrType>(found->second.index())),
                                 "; its type is ", AttrTypeName(info.type)));
      } else if (const std::string got = AttrText(found->second),
                 wanted = AttrText(DefaultOf(info));
                 info.argument == kNone && got != wanted) {
        Mistake(op, absl::StrCat("attribute ", info.name, " is ", got, "; only ", wanted,
                                 " is supported"));
      } else {
        CheckListed(op, *node->info, info, found->second);
      }
      node->attrs.push_back(found->second);
    }
  }

  // A word for which the function takes a number.
  void CheckListed(const OperatorImpl& op, const TypeInfo& type, const AttrInfo& info,
                   const AttrValue& value) {
    const auto* const word = std::get_if<std::string>(&value);
    if (word == nullptr || info.argument == kNone) return;
    const Argument& argument = type.arguments[static_cast<size_t>(info.argument)];
    const auto is_word = [&](const ParamValue& listed) { return listed.text == *word; };
    if (std::any_of(argument.values.begin(), argument.values.end(), is_word)) return;
    const auto quoted = [](std::string* out, const ParamValue& listed) {
      absl::StrAppend(out, "\"", listed.text, "\"");
    };
    Mistake(op, absl::StrCat("attribute ", info.name, " is \"", *word, "\"; accepted are ",
                             absl::StrJoin(argument.values, ", ", quoted)));
  }

  static AttrValue DefaultOf(const AttrInfo& info) {
    switch (info.type) {
      case AttrType::kInt:
        return info.number;
      case AttrType::kFloat:
        return static_cast<float>(info.real);
      case AttrType::kBool:
        return info.number != 0;
      case AttrType::kString:
        return std::string(info.text);
      case AttrType::kType:
        return static_cast<ge::DataType>(info.number);
      default:
        return std::vector<int64_t>(info.numbers.begin(), info.numbers.end());
    }
  }
  // NetOutput: its inputs are results, in their order.
  void FillResults(const OperatorImpl& op) {
    if (op.inputs.empty())
      Mistake(op, "it has no inputs; create_dynamic_input_x says how many there are");
    for (const OperatorImpl::Input& input : op.inputs) {
      const std::shared_ptr<OperatorImpl> source = input.Source();
      if (source == nullptr) {
        Mistake(op, absl::StrCat("input ", input.name, " is not set"));
      } else {
        net_outputs_.push_back(ValueOf(op, *source, input.output));
      }
    }
  }

  void FindInputs() {
    std::vector<std::pair<int64_t, int>> found;
    if (graph_.has_inputs) {
      std::set<const OperatorImpl*> seen;
      for (const ge::Operator& node : graph_.inputs) {
        const OperatorImpl& op = *OperatorAccess::Of(node);
        if (op.type != kData) {
          Mistake(op, "SetInputs names it; inputs of a graph are Data nodes");
        } else if (!seen.insert(&op).second) {
          Mistake(op, "SetInputs names it twice");
        } else {
          model_.inputs.push_back(static_cast<int>(places_.at(&op)));
        }
      }
      for (const auto& op : ops_) {
        if (op->type == kData && !seen.contains(op.get()))
          Mistake(*op, "SetInputs does not name it, so a run would have no tensor for it");
      }
      return;
    }
    std::map<int64_t, const OperatorImpl*> by_index;
    for (const auto& op : ops_) {
      if (op->type != kData) continue;
      const auto attr = op->attrs.find("index");
      const auto* const index =
          attr == op->attrs.end() ? nullptr : std::get_if<int64_t>(&attr->second);
      const auto [place, is_new] = by_index.emplace(index == nullptr ? 0 : *index, op.get());
      if (!is_new) {
        Mistake(*op, absl::StrCat("its index is ", place->first, ", which \"", place->second->name,
                                  "\" has; give each Data node its own, or call SetInputs"));
      }
    }
    for (const auto& [index, op] : by_index)
      model_.inputs.push_back(static_cast<int>(places_.at(op)));
  }

  void FindOutputs() {
    for (const GraphImpl::Result& result : graph_.outputs) {
      const OperatorImpl& op = *OperatorAccess::Of(result.node);
      if (op.type == kNetOutput) continue;
      const Node& node = model_.nodes[places_.at(&op)];
      if (result.all) {
        for (int i = 0; i < node.outputs; ++i) model_.outputs.push_back(node.first_value + i);
      }
      for (size_t number : result.numbers) {
        if (number >= static_cast<size_t>(node.outputs)) {
          Mistake(op, absl::StrCat("SetOutputs names output ", number, "; it has ", node.outputs));
        } else {
          model_.outputs.push_back(node.first_value + static_cast<int>(number));
        }
      }
    }
    model_.outputs.insert(model_.outputs.end(), net_outputs_.begin(), net_outputs_.end());
  }

  const GraphImpl& graph_;
  Model& model_;
  std::vector<std::shared_ptr<OperatorImpl>> ops_;
  std::unordered_map<const OperatorImpl*, size_t> numbers_;
  std::vector<size_t> order_;
  std::unordered_map<const OperatorImpl*, size_t> places_;  // among the nodes of the model
  std::vector<int> net_outputs_;
  int mistakes_ = 0;
};

}  // namespace

std::string AttrText(const AttrValue& value) {
  return std::visit(
      [](const auto& kept) -> std::string {
        using Kept = std::decay_t<decltype(kept)>;
        const auto list = [](const auto& items) {
          return absl::StrCat("[", absl::StrJoin(items, ", "), "]");
        };
        if constexpr (std::is_same_v<Kept, bool>) {
          return kept ? "true" : "false";
        } else if constexpr (std::is_same_v<Kept, float>) {
          return Format("%.9g", kept);
        } else if constexpr (std::is_same_v<Kept, int64_t>) {
          return absl::StrCat(kept);
        } else if constexpr (std::is_same_v<Kept, std::string>) {
          return absl::StrCat("\"", kept, "\"");
        } else if constexpr (std::is_same_v<Kept, ge::DataType>) {
          return std::string(DTypeName(static_cast<aclDataType>(kept)));
        } else if constexpr (std::is_same_v<Kept, ge::Tensor>) {
          return absl::StrCat("a tensor of ", kept.GetSize(), " bytes");
        } else if constexpr (std::is_same_v<Kept, std::vector<int64_t>> ||
                             std::is_same_v<Kept, std::vector<float>> ||
                             std::is_same_v<Kept, std::vector<std::string>>) {
          return list(kept);
        } else {
          return absl::StrCat("a list of ", kept.size());
        }
      },
      value);
}

std::vector<int> Node::Outputs() const {
  std::vector<int> values;
  for (int i = 0; i < outputs; ++i) values.push_back(first_value + i);
  return values;
}

std::string Node::Title() const { return TitleOf(name, type); }

uint32_t MakeModel(const ge::Graph& graph, Model* model) { return Maker(graph, model).Make(); }

}  // namespace openaclnn::graph
