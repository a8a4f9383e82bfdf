#include "tools/specgen/cases/positive_cases.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/specgen/cases/record.h"
#include "tools/specgen/cases/rule_cases.h"

namespace openaclnn::specgen {
namespace {

// The type whose results a call shows: its output's, or for truth values the one that operands
// were compared in.
aclDataType ComputedDType(const FunctionRules& rules, const Call& call) {
  if (!rules.AreTruthValues({rules.Outputs()[0]})) return call.tensors.at(rules.Outputs()[0]).dtype;
  return Promoted(rules.function().FindRule(RuleId::kCastable)->params, 1, DTypesOf(call),
                  call.attrs);
}

// The cases of one group.
class GroupCases {
 public:
  GroupCases(const FunctionRules& rules, const Group& group, CaseFile* file)
      : rules_(rules), group_(group), file_(file) {}

  void AddAll() {
    for (const std::vector<Shape>& pattern : group_.shapes) {
      if (!rules_.HasLength(group_, pattern.size())) continue;
      for (int64_t dim : DimsFor(pattern)) {
        const auto shapes = rules_.ShapesFor(pattern, dim);
        if (!shapes.has_value()) continue;
        const auto grows = [&](const auto& pair) {
          return shapes->at(pair.first) != shapes->at(pair.second);
        };
        const auto& in_place = rules_.function().in_place;
        if (std::any_of(in_place.begin(), in_place.end(), grows)) continue;
        for (const auto& dtypes : rules_.DTypeChoices(group_.dtypes, group_.own_dtypes)) {
          for (const Choice& choice : rules_.Completed(*shapes, dtypes, dim, group_)) {
            Call call = rules_.MakeCall(choice);
            call.generators = group_.generators;
            AddLayouts(pattern, call);
          }
        }
      }
    }
  }

 private:
  // The dimension numbers for tensors of this shape, if the operator takes one.
  std::vector<int64_t> DimsFor(const std::vector<Shape>& pattern) const {
    const RuleUse* rule = rules_.function().FindRule(RuleId::kDim);
    if (rule == nullptr) return {0};
    const auto fixed = rules_.function().fixed.find(rule->params[0]);
    if (fixed != rules_.function().fixed.end()) return {fixed->second.number};
    if (!group_.all_dims) return group_.dims;
    const auto rank = static_cast<int64_t>(pattern[0].size());
    std::vector<int64_t> dims;
    for (int64_t dim = -rank; dim < rank; ++dim) dims.push_back(dim);
    return dims;
  }

  void AddLayouts(const std::vector<Shape>& pattern, const Call& call) {
    if (group_.layouts == Group::Layouts::kContiguous) Add(pattern, call, "");
    for (std::string_view layout : kLayouts) {
      if (!group_.layout.empty() && layout != group_.layout) continue;
      Call together = call;
      bool any = false;
      for (int param : rules_.TensorParams()) {
        if (call.in_place.contains(param) || !CanHave(rules_, call, param, layout)) continue;
        together.tensors[param].layout = layout;
        any = true;
        if (group_.layouts != Group::Layouts::kEach) continue;
        Call one = call;
        one.tensors[param].layout = layout;
        Add(pattern, one, absl::StrCat(".", layout, "_", rules_.param(param).name));
      }
      if (group_.layouts == Group::Layouts::kTogether && any)
        Add(pattern, together, absl::StrCat(".", layout));
    }
    if (group_.in_place) AddInPlace(pattern, call);
  }

  void AddInPlace(const std::vector<Shape>& pattern, const Call& call) {
    for (int output : rules_.Outputs()) {
      for (int input : rules_.Inputs()) {
        const Tensor &from = call.tensors.at(input), &to = call.tensors.at(output);
        if (call.in_place.contains(output) || from.dtype != to.dtype || from.shape != to.shape)
          continue;
        Call same = call;
        same.in_place[output] = input;
        Add(pattern, same, absl::StrCat(".in_place_", rules_.param(input).name));
        for (std::string_view layout : kLayouts) {
          if (!CanHave(rules_, same, input, layout)) continue;
          same.tensors[input].layout = layout;
          Add(pattern, same, absl::StrCat(".in_place_", rules_.param(input).name, "_", layout));
        }
      }
    }
  }

  void Add(const std::vector<Shape>& pattern, const Call& call, const std::string& suffix) {
    const std::vector<int> products = rules_.ProductsFor(call);
    if (products.empty()) return;
    std::vector<std::string> words = {rules_.function().name, group_.name};
    std::vector<std::string> shapes;
    for (const Shape& shape : pattern) shapes.push_back(ShapeText(shape));
    words.push_back(absl::StrJoin(shapes, "_"));
    for (const auto& [param, value] : call.attrs) {
      if (rules_.function().fixed.contains(param) ||
          rules_.param(param).kind == ParamKind::kDType) {
        continue;
      }
      words.push_back(rules_.param(param).listed()
                          ? value.text
                          : absl::StrCat(rules_.ParamName(param), "_", Word(value)));
    }
    if (rules_.ListLength() > 0) words.push_back(absl::StrCat(rules_.ListLength(), "_tensors"));
    for (int param : rules_.function().null)
      words.push_back(absl::StrCat("no_", rules_.ParamName(param)));
    words.push_back(DTypesText(rules_, call));
    file_->AddPositive(rules_, absl::StrCat(absl::StrJoin(words, "."), suffix), products,
                       ComputedDType(rules_, call), call, RecordOf(rules_, call));
  }

  const FunctionRules& rules_;
  const Group& group_;
  CaseFile* file_;
};

}  // namespace

bool CanHave(const FunctionRules& rules, const Call& call, int param, std::string_view layout) {
  const Shape& shape = call.tensors.at(param).shape;
  if (shape.empty() || (layout == "transposed" && shape.size() < 2)) return false;
  if (layout != "expanded") return true;
  const auto is_written = [&](const auto& entry) { return entry.second == param; };
  // Indices that are all the same show little.
  if (IsIndex(rules.function(), param)) return false;
  return rules.param(param).kind == ParamKind::kInput && shape[0] > 1 &&
         std::none_of(call.in_place.begin(), call.in_place.end(), is_written);
}

void AddPositiveCases(const FunctionRules& rules, const Group& group, CaseFile* file) {
  if (group.numbers && !rules.HasNumbers()) return;
  const auto lacks = [&](const auto& sampled) {
    return !rules.function().Has(sampled.first) || rules.function().fixed.contains(sampled.first);
  };
  if (std::any_of(group.samples.begin(), group.samples.end(), lacks)) return;
  GroupCases(rules, group, file).AddAll();
}

}  // namespace openaclnn::specgen
