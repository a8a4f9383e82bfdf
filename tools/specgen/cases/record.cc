#include "tools/specgen/cases/record.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "runtime/tensor/dtype.h"
#include "tools/specgen/cases/call_json.h"

namespace openaclnn::specgen {
namespace {

// The items joined, or the one all are.
std::string Joined(const std::vector<std::string>& items) {
  const bool equal = std::all_of(items.begin(), items.end(),
                                 [&](const std::string& item) { return item == items[0]; });
  return equal && !items.empty() ? items[0] : absl::StrJoin(items, "_");
}

}  // namespace

std::string Word(const Value& value) { return absl::StrReplaceAll(value.text, {{" ", "_"}}); }

std::string DTypesText(const FunctionRules& rules, const Call& call) {
  std::vector<std::string> names;
  for (int param : rules.Inputs()) names.push_back(Name(call.tensors.at(param).dtype));
  // Of an output only what the inputs do not say already.
  aclDataType promoted = call.tensors.at(rules.LeadInput()).dtype;
  for (int param : rules.Inputs()) promoted = PromoteTypes(promoted, call.tensors.at(param).dtype);
  for (int param : rules.Outputs()) {
    if (call.tensors.at(param).dtype != promoted)
      names.push_back(absl::StrCat("to_", Name(call.tensors.at(param).dtype)));
  }
  return Joined(names);
}

Json RecordAttrs(const FunctionRules& rules, const Call& call) {
  Json attrs = Json::object();
  for (const auto& [param, value] : call.attrs) {
    const std::string& name = rules.param(param).name;
    if (rules.param(param).kind == ParamKind::kDim) {
      const int64_t rank = rules.RankForDim(call);
      attrs[name] = value.number < 0 ? value.number + rank : value.number;
    } else if (rules.param(param).kind == ParamKind::kBool) {
      attrs[name] = value.number != 0;
    } else if (rules.param(param).is_unlisted()) {
      attrs[name] = NumberJson(rules.param(param).kind, value);
    } else {
      attrs[name] = value.text;
    }
  }
  return attrs;
}

Json RecordOf(const FunctionRules& rules, const Call& call) {
  std::vector<std::string> key_attrs, key_shapes;
  const Json attrs = RecordAttrs(rules, call);
  Json inputs = Json::object(), outputs = Json::object();
  std::string repeats;
  for (const auto& [param, value] : call.attrs) {
    const std::string& name = rules.ParamName(param);
    if (rules.param(param).kind == ParamKind::kDType) continue;  // the output's dtype says it
    key_attrs.push_back(
        rules.param(param).listed()                   ? value.text
        : rules.param(param).kind == ParamKind::kBool ? absl::StrCat(name, value.number != 0)
        : rules.param(param).is_unlisted()            ? absl::StrCat(name, "_", Word(value))
                                           : absl::StrCat(name, attrs[name].get<int64_t>()));
  }
  for (int param : rules.Inputs()) {
    const Tensor& tensor = call.tensors.at(param);
    Json repeat = Json::array();
    if (tensor.layout == "expanded") {
      repeat.push_back(0);
      absl::StrAppend(&repeats, ".repeat_", rules.param(param).name);
    }
    const auto own = call.generators.find(rules.param(param).name);
    const bool has_own = own != call.generators.end();
    if (has_own) absl::StrAppend(&repeats, ".", own->second);
    inputs[rules.param(param).name] = {
        {"dtype", Name(tensor.dtype)},
        {"shape", tensor.shape},
        {"generator", has_own ? own->second : rules.spec().golden.generators.at(param)},
        {"repeat_dims", repeat}};
    if (tensor.indices.has_value()) {
      inputs[rules.param(param).name]["indices"] = {tensor.indices->first, tensor.indices->second};
    }
    if (const RuleUse* half = rules.function().FindRule(RuleId::kHalf);
        half != nullptr && half->params[1] == param) {
      inputs[rules.param(param).name]["split_dim"] = attrs[rules.param(half->params[0]).name];
    }
    key_shapes.push_back(ShapeText(tensor.shape));
  }
  for (int param : rules.Outputs()) {
    const Tensor& tensor = call.tensors.at(param);
    outputs[rules.param(param).name] = {{"dtype", Name(tensor.dtype)}, {"shape", tensor.shape}};
    if (rules.IsBroadcastTo(param)) key_shapes.push_back(ShapeText(tensor.shape));
  }
  std::vector<std::string> words = key_attrs;
  if (rules.ListLength() > 0) words.push_back(absl::StrCat(rules.ListLength(), "_tensors"));
  for (int param : rules.spec().Inputs()) {
    if (rules.param(param).optional && !rules.function().Has(param))
      words.push_back(absl::StrCat("no_", rules.ParamName(param)));
  }
  words.push_back(DTypesText(rules, call));
  words.push_back(Joined(key_shapes));
  const std::string key = absl::StrCat(absl::StrJoin(words, "."), repeats);
  return {{"key", key}, {"attrs", attrs}, {"inputs", inputs}, {"outputs", outputs}};
}

}  // namespace openaclnn::specgen
