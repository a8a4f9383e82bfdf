#include "tools/specgen/cases/error_cases.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tools/specgen/cases/call_json.h"
#include "tools/specgen/cases/rule_cases.h"

namespace openaclnn::specgen {
namespace {

// The parts of an argument that can be changed independently: of a tensor the dtype, the format,
// and where the elements lie.
using Part = std::pair<std::string, std::string>;  // JSON pointer, "dtype", "format" or "elements"

// Arguments by JSON pointers; of lists that have their length the tensors: "/self", "/tensors/0".
std::map<std::string, Json> Flat(const Json& base, const Json& args) {
  std::map<std::string, Json> flat;
  for (const auto& [name, value] : args.items()) {
    const Json& before = base.at(name);
    const bool is_list = before.is_array() && !before.empty() && before[0].is_object() &&
                         value.is_array() && value.size() == before.size();
    for (size_t i = 0; is_list && i < value.size(); ++i) {
      flat[absl::StrCat("/", name, "/", i)] = value[i];
    }
    if (!is_list) flat[absl::StrCat("/", name)] = value;
  }
  return flat;
}

std::set<Part> ChangedParts(const Json& base, const Json& test) {
  std::set<Part> parts;
  for (const auto& [name, value] : Flat(base, test["args"])) {
    const Json& before = base.at(Json::json_pointer(name));
    if (value == before) continue;
    if (!value.is_object() || !value.contains("shape"))
      parts.insert({{name, "dtype"}, {name, "format"}, {name, "elements"}});
    for (const auto& object : {value, before}) {
      for (const auto& [key, field] : object.items()) {
        if (!value.is_object() ||
            (value.contains(key) && before.contains(key) && value[key] == before[key]))
          continue;
        parts.insert({name, key == "dtype" || key == "format" ? key : "elements"});
      }
    }
  }
  return parts;
}

void CopyPart(const Json& from, const std::string& part, Json& to) {
  if (!from.is_object() || !from.contains("shape")) {
    to = from;
  } else if (part != "elements") {
    to[part] = from[part];
  } else {
    Json whole = from;
    for (const char* key : {"dtype", "format"}) {
      whole.erase(key);
      if (to.contains(key)) whole[key] = to[key];
    }
    to = whole;
  }
}

// The name of the rule in the name of a case: aclnnAdd.error.dtype.self.
std::string RuleOf(const Json& test) {
  return std::vector<std::string>(absl::StrSplit(test["id"].get<std::string>(), '.'))[2];
}

// Both cases as one; null if they change the same part of an argument, or share no product.
Json Combined(const Json& base, const Json& earlier, const Json& later) {
  const std::set<Part> parts = ChangedParts(base, earlier), others = ChangedParts(base, later);
  const auto is_changed = [&](const Part& part) { return parts.contains(part); };
  if (parts.empty() || others.empty() || std::any_of(others.begin(), others.end(), is_changed)) {
    return nullptr;
  }
  Json both = earlier;
  for (const auto& [name, part] : others) {
    const Json::json_pointer place(name);
    if (!both["args"].contains(place) || !later["args"].contains(place)) return nullptr;
    CopyPart(later["args"][place], part, both["args"][place]);
  }
  both["products"] = Json::array();
  const Json& products = later["products"];
  for (const Json& product : earlier["products"]) {
    if (std::find(products.begin(), products.end(), product) != products.end()) {
      both["products"].push_back(product);
    }
  }
  if (both["products"].empty()) return nullptr;
  both["id"] = absl::StrCat(earlier["function"].get<std::string>(), ".error.", RuleOf(earlier),
                            "_before_", RuleOf(later));
  return both;
}

// Cases of a file: first, and one after the last.
using Range = std::pair<size_t, size_t>;

// A call that breaks two neighbouring rules, from the first cases of both that can be combined.
void AddPair(const Json& base, const Range& earlier, const Range& later, CaseFile* file) {
  for (size_t a = earlier.first; a < earlier.second; ++a) {
    for (size_t b = later.first; b < later.second; ++b) {
      Json both = Combined(base, file->cases()[a], file->cases()[b]);
      if (both.is_null()) continue;
      file->AddErrorPair(std::move(both));
      return;
    }
  }
}

void AddExtraErrors(const FunctionRules& rules, CaseFile* file) {
  for (const ExtraError& extra : rules.spec().golden.errors) {
    if (!extra.function.empty() && extra.function != rules.function().name) continue;
    Call call = BaseCall(rules);
    for (const auto& [param, text] : extra.args) {
      call.overrides[param] = Json::parse(text);
      if (!rules.param(param).tensor()) continue;
      Json whole = TensorJson(call.tensors.at(param));
      whole.update(call.overrides[param]);
      call.overrides[param] = whole;
    }
    file->AddBroken(rules, absl::StrCat("error.", extra.name), CaseKind::kError,
                    rules.ProductsThat(true), BaseDType(rules), call,
                    {extra.rule, InfoOf(extra.rule).code, extra.message});
  }
}

}  // namespace

void AddRejectedCases(const FunctionRules& rules, CaseFile* file) {
  std::vector<aclDataType> dtypes(std::begin(kLabelledDTypes), std::end(kLabelledDTypes));
  dtypes.insert(dtypes.end(), std::begin(kOtherDTypes), std::end(kOtherDTypes));
  const auto first = std::find_if(
      rules.function().rules.begin(), rules.function().rules.end(),
      [](const RuleUse& rule) { return rule.id == RuleId::kDType || rule.id == RuleId::kPromote; });
  // Scalars keep their types.
  const int tensor = *std::find_if_not(first->params.begin(), first->params.end(),
                                       [&](int param) { return !rules.param(param).tensor(); });
  for (aclDataType dtype : dtypes) {
    Call call = BaseCall(rules);
    for (auto& [param, changed] : call.tensors) changed.dtype = dtype;
    std::vector<int> refuse;
    for (int product : rules.ProductsThat(true)) {
      if (!rules.Accepts(tensor, product, dtype)) refuse.push_back(product);
    }
    file->AddBroken(rules, absl::StrCat("rejected.", Name(dtype)), CaseKind::kRejected, refuse,
                    dtype, call, {first->id, kParamInvalid, {rules.CName(tensor), Name(dtype)}});
    file->AddBroken(rules, absl::StrCat("no_operator.", Name(dtype)), CaseKind::kRejected,
                    rules.ProductsThat(false), dtype, call,
                    {RuleId::kProduct, kFindKernelError, {"OPENACLNN_DEVICES"}});
  }
}

void AddErrorCases(const FunctionRules& rules, CaseFile* file) {
  std::vector<Range> broken;  // of each rule that has cases
  for (const RuleUse& rule : rules.function().rules) {
    const size_t first = file->cases().size();
    RuleErrors errors(rules, rule, file);
    if (const auto break_rule = CasesOf(rule.id).break_rule) break_rule(rules, rule, errors);
    if (file->cases().size() > first) broken.emplace_back(first, file->cases().size());
  }
  const Json base = ArgsJson(rules, BaseCall(rules));
  for (size_t i = 0; i + 1 < broken.size(); ++i) AddPair(base, broken[i], broken[i + 1], file);
  AddExtraErrors(rules, file);
}

}  // namespace openaclnn::specgen
