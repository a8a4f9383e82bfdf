#include "tools/specgen/accuracy_reader.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "runtime/tensor/dtype.h"
#include "testing/formula.h"

namespace openaclnn::specgen {
namespace {

enum class Backend : uint8_t { kCpu, kAiCore };

// A number of at least 0 or, of the AI Core, a formula of the inputs.
void CheckBound(const Yaml& where, const std::string& text, Backend backend, const Spec& spec) {
  double number;
  if (absl::SimpleAtod(text, &number)) {
    if (!(number >= 0)) where.Error(absl::StrCat("a bound is at least 0, which ", text, " is not"));
    return;
  }
  const absl::StatusOr<testing::Formula> formula = testing::Formula::Parse(text);
  if (backend == Backend::kCpu) {
    where.Error(absl::StrCat("\"", text, "\" is no number; formulas are for aicore"));
  } else if (!formula.ok()) {
    where.Error(formula.status().message());
  } else {
    for (const std::string& variable : formula->variables()) {
      const std::optional<int> param = spec.FindParam(variable);
      if (!param.has_value() || spec.params[*param].kind != ParamKind::kInput)
        where.Error(
            absl::StrCat("the formula \"", text, "\" uses \"", variable, "\", which is no input"));
    }
  }
}

// What is written: a bound for all floating-point types, or a map of types to bounds. float64 on
// the AI Core has a bound of its own only in a map: the chip leaves it to its AI CPU, where the CPU
// kernel computes it as in high_precision.
Bounds WrittenBounds(const Yaml& yaml, Backend backend, const std::set<aclDataType>& accepted,
                     const Spec& spec) {
  Bounds bounds;
  if (yaml.IsScalar()) {
    CheckBound(yaml, yaml.Text(), backend, spec);
    for (aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      if (accepted.contains(dtype) && !(dtype == ACL_DOUBLE && backend == Backend::kAiCore))
        bounds.emplace_back(DTypeName(dtype), yaml.Text());
    }
    return bounds;
  }
  for (const auto& [names, where] : yaml.Entries()) {
    const std::string bound = yaml[names].Text();
    CheckBound(where, bound, backend, spec);
    for (std::string_view name : absl::StrSplit(names, ' ', absl::SkipEmpty())) {
      const aclDataType dtype = DTypeNamed(where, std::string(name));
      if (dtype != ACL_DT_UNDEFINED && !accepted.contains(dtype))
        where.Error(absl::StrCat("no product accepts ", name));
      if (absl::c_any_of(bounds, [&](const auto& other) { return other.first == name; }))
        where.Error(absl::StrCat(name, " stands here twice"));
      bounds.emplace_back(name, bound);
    }
  }
  return bounds;
}

// A bound of every type that some product accepts: integers and bool are exact if nothing else is
// said; float64 has the bound of `other` if there is one.
Bounds ReadBounds(const Yaml& yaml, Backend backend, const Spec& spec, const Bounds& other = {}) {
  std::set<aclDataType> accepted;
  for (const Function& function : spec.functions) {
    for (aclDataType dtype : function.AllDTypes()) accepted.insert(dtype);
  }
  Bounds bounds = WrittenBounds(yaml, backend, accepted, spec);
  for (aclDataType dtype : accepted) {
    const auto is_its = [&](const auto& bound) { return bound.first == DTypeName(dtype); };
    if (!yaml || dtype == ACL_DT_UNDEFINED || absl::c_any_of(bounds, is_its)) continue;
    if (!IsFloat(dtype)) {
      bounds.emplace_back(DTypeName(dtype), "0");
    } else if (dtype == ACL_DOUBLE && absl::c_any_of(other, is_its)) {
      bounds.push_back(*absl::c_find_if(other, is_its));
    } else {
      yaml.Error(absl::StrCat("no bound for ", DTypeName(dtype)));
    }
  }
  return bounds;
}

}  // namespace

void ReadAccuracy(const Yaml& yaml, Spec* spec) {
  if (!yaml) return;
  const Yaml all = yaml["all"];
  if (all) {
    yaml.Fields({"all", "reason"});
  } else {
    yaml.Fields({"high_performance", "high_precision", "reason"}, {"aicore"});
  }
  spec->accuracy_reason = yaml["reason"].Text();
  const auto bounds_of = [&](std::string_view key) { return all ? all : yaml[key]; };
  const Bounds precise = ReadBounds(bounds_of("high_precision"), Backend::kCpu, *spec);
  spec->accuracy.push_back(
      {"cpu",
       {{"high_performance", ReadBounds(bounds_of("high_performance"), Backend::kCpu, *spec)},
        {"high_precision", precise}}});
  if (const Yaml aicore = bounds_of("aicore"))
    spec->accuracy.push_back(
        {"aicore", {{"", ReadBounds(aicore, Backend::kAiCore, *spec, precise)}}});
}

}  // namespace openaclnn::specgen
