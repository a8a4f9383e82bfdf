#include "tools/specgen/cases/benchmark_cases.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/specgen/cases/positive_cases.h"
#include "tools/specgen/cases/record.h"
#include "tools/specgen/cases/rule_cases.h"
#include "tools/specgen/rules.h"

namespace openaclnn::specgen {
namespace {

// What speed is measured on: one that call overhead decides, one that stays in the caches of a
// core, and one that memory decides.
constexpr std::array<int64_t, 2> kBenchmarkShapes[] = {{4, 256}, {64, 1024}, {4096, 4096}};
// Steps of two in all inputs; the first input one row, for all rows; and the last input that is
// broadcast one column.
constexpr std::string_view kBenchmarkLayouts[] = {"contiguous", "stepped", "expanded", "column"};

// The words that name the mathematics of a call. Switches and dimension numbers decide where the
// data lie, not what is computed.
std::string Variant(const FunctionRules& rules, const AttrMap& attrs) {
  std::vector<std::string> words;
  for (const auto& [param, value] : attrs) {
    if (rules.param(param).listed()) words.push_back(value.text);
  }
  return absl::StrJoin(words, "_");
}

// Whether the call has an input that is broadcast besides the leading one, which becomes a column.
bool MakeColumn(const FunctionRules& rules, Call* call) {
  const RuleUse* rule = rules.function().FindRule(RuleId::kBroadcast);
  if (rule == nullptr) return false;
  const std::vector<int> inputs = rules.Inputs();
  const auto is_broadcast = [&](int param) {
    return param != rules.LeadInput() && absl::c_linear_search(rule->params, param);
  };
  const auto last = std::find_if(inputs.rbegin(), inputs.rend(), is_broadcast);
  if (last == inputs.rend() || call->tensors.at(*last).shape.empty()) return false;
  call->tensors.at(*last).shape.back() = 1;
  return true;
}

void AddBenchmark(const FunctionRules& rules, const std::string& variant, const Choice& choice,
                  const Shape& shape, std::string_view layout, CaseFile* file) {
  Call call = rules.MakeCall(choice);
  const std::vector<int> products = rules.ProductsFor(call);
  if (products.empty()) return;
  if (layout == "column") {
    if (!MakeColumn(rules, &call)) return;
  } else if (layout != "contiguous") {
    for (int param : rules.Inputs()) {
      if (CanHave(rules, call, param, layout)) call.tensors[param].layout = layout;
      if (layout == "expanded") break;
    }
  }
  const aclDataType dtype = choice.dtypes.at(rules.LeadInput());
  const int64_t elements = shape[0] * shape[1];
  const std::string id =
      absl::StrCat(variant, variant.empty() ? "" : ".", Name(dtype), ".", layout, ".", elements);
  file->AddBenchmark(rules, id, products, dtype, call,
                     {{"variant", variant},
                      {"attrs", RecordAttrs(rules, call)},
                      {"layout", layout},
                      {"elements", elements}});
}

}  // namespace

void AddBenchmarks(const FunctionRules& rules, std::set<std::string>* measured, CaseFile* file) {
  std::set<std::string> variants;
  // Rows are what programs look up.
  const int64_t dim = IsIndexed(rules.function()) ? 0 : -1;
  for (const AttrMap& attrs : rules.AttrChoices(dim)) {
    const std::string variant = Variant(rules, attrs);
    if (measured->contains(variant) || !variants.insert(variant).second) continue;
    for (const DTypeMap& dtypes : rules.DTypeChoices(Group::DTypes::kEqual)) {
      const auto choices = rules.Completed(*rules.ShapesFor({{4, 256}}, dim), dtypes, dim, {});
      // Switches do not make another variant, so that the first choice stands for all.
      const auto choice = std::find_if(choices.begin(), choices.end(), [&](const Choice& any) {
        return Variant(rules, any.attrs) == variant;
      });
      if (choice == choices.end()) continue;
      for (std::string_view layout : kBenchmarkLayouts) {
        for (const auto& extents : kBenchmarkShapes) {
          const Shape shape(extents.begin(), extents.end());
          Choice resized = *choice;
          resized.shapes = *rules.ShapesFor({shape}, dim);
          if (rules.Complete({}, resized))
            AddBenchmark(rules, variant, resized, shape, layout, file);
        }
      }
    }
  }
  measured->merge(variants);
}

}  // namespace openaclnn::specgen
