#include "tools/specgen/example_reader.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace openaclnn::specgen {
namespace {

class ExampleReader {
 public:
  ExampleReader(const Spec& spec, const SpecNames& names) : spec_(spec), names_(names) {}

  // {aclnnAdd: {self: [1, 2], other: [3, 4], alpha: 2}}
  ExampleCall Read(const Yaml& item) {
    ExampleCall call;
    const std::vector<std::pair<std::string, Yaml>> entries = item.Entries();
    if (entries.size() != 1) {
      item.Error("a call is one function with its arguments, such as {aclnnName: {self: [0, 1]}}");
      return call;
    }
    const auto& [name, arguments] = entries[0];
    const auto function =
        std::find_if(spec_.functions.begin(), spec_.functions.end(),
                     [&](const Function& candidate) { return candidate.name == name; });
    if (function == spec_.functions.end()) {
      item.Error(absl::StrCat("there is no function \"", name, "\""));
      return call;
    }
    call.function = static_cast<int>(function - spec_.functions.begin());
    const std::vector<int> params = function->CParams();
    for (const auto& [argument, value] : arguments.Entries()) {
      if (const std::optional<int> param = spec_.FindParam(argument);
          !param.has_value() || std::find(params.begin(), params.end(), *param) == params.end()) {
        value.Error(absl::StrCat(name, " has no parameter \"", argument, "\""));
      }
    }
    for (int param : params) ReadArgument(param, arguments, &call);
    return call;
  }

 private:
  void ReadArgument(int number, const Yaml& arguments, ExampleCall* call) {
    const Param& param = spec_.params[number];
    const auto entries = arguments.Entries();
    const auto given = std::find_if(entries.begin(), entries.end(),
                                    [&](const auto& entry) { return entry.first == param.name; });
    const bool is_given = given != entries.end();
    if (param.is_list()) {
      std::vector<ExampleTensor>& tensors = call->tensors[number];
      if (is_given) {
        for (const Yaml& member : given->second.Items())
          tensors.push_back(ReadTensor(member, param.is_output()));
      }
      if (tensors.empty()) arguments.Error(absl::StrCat(param.name, " needs tensors"));
    } else if (param.tensor()) {
      std::vector<ExampleTensor>& tensors = call->tensors[number];
      if (is_given) {
        tensors.push_back(ReadTensor(given->second, param.is_output()));
      } else if (param.is_output()) {
        tensors.push_back({.shape = FirstShape(*call)});
      } else if (!param.optional) {
        arguments.Error(absl::StrCat(param.name, " needs elements, such as [0, 0.5, 1]"));
      }
    } else if (is_given) {
      call->attributes[number] = names_.ValueNamed(given->second, param, given->second);
    } else if (param.default_value.has_value()) {
      call->attributes[number] = *param.default_value;
    } else if (param.optional) {
      call->attributes[number] = {.text = "null", .null = true};
    } else {
      arguments.Error(absl::StrCat(param.name, " needs a value"));
    }
  }

  // What an output has if no shape is given: that of the first input.
  std::vector<int64_t> FirstShape(const ExampleCall& call) const {
    for (const auto& [param, tensors] : call.tensors) {
      if (spec_.params[param].kind == ParamKind::kInput && !tensors.empty())
        return tensors[0].shape;
    }
    return {};
  }

  // Elements, as lists in lists; of outputs the extents; of another type than float32 below its
  // name: {int64: [0, 2]}.
  ExampleTensor ReadTensor(const Yaml& yaml, bool is_output) {
    ExampleTensor tensor;
    Yaml content = yaml;
    if (yaml.IsMap()) {
      const std::vector<std::pair<std::string, Yaml>> entries = yaml.Entries();
      if (entries.size() != 1) {
        yaml.Error("elements have one type, such as {int64: [0, 2]}");
        return tensor;
      }
      tensor.dtype = DTypeNamed(yaml, entries[0].first);
      content = entries[0].second;
    }
    if (is_output) {
      for (const Yaml& extent : content.Items()) tensor.shape.push_back(extent.Integer());
    } else {
      ReadElements(content, 0, &tensor);
    }
    return tensor;
  }

  void ReadElements(const Yaml& yaml, size_t depth, ExampleTensor* tensor) {
    if (!yaml.IsSequence()) {
      double ignored = 0;
      if (!absl::SimpleAtod(yaml.Text(), &ignored))
        yaml.Error(absl::StrCat("\"", yaml.Text(), "\" is not a number"));
      tensor->values.push_back(yaml.Text());
      if (depth != tensor->shape.size()) yaml.Error("rows differ in their length");
      return;
    }
    const std::vector<Yaml> items = yaml.Items();
    const auto extent = static_cast<int64_t>(items.size());
    if (tensor->values.empty() && depth == tensor->shape.size()) tensor->shape.push_back(extent);
    if (depth >= tensor->shape.size() || tensor->shape[depth] != extent) {
      yaml.Error("rows differ in their length");
      return;
    }
    for (const Yaml& item : items) ReadElements(item, depth + 1, tensor);
  }

  const Spec& spec_;
  const SpecNames& names_;
};

}  // namespace

std::vector<ExampleCall> ReadExample(const Yaml& list, const Spec& spec, const SpecNames& names) {
  std::vector<ExampleCall> calls;
  ExampleReader reader(spec, names);
  for (const Yaml& item : list.Items()) calls.push_back(reader.Read(item));
  if (list && calls.empty()) list.Error("an example has at least one call");
  return calls;
}

}  // namespace openaclnn::specgen
