// Rules of tensors whose elements are found by a tensor of indices: which shapes belong together,
// and which indices exist.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/tensor/gathered.h"
#include "runtime/tensor/shape.h"
#include "tools/specgen/cases/rule_cases.h"

namespace openaclnn::specgen {
namespace {

// The parameters that both rules have.
struct IndexRule {
  int dim, tensor, index;
};

std::optional<IndexRule> IndexRuleOf(const Function& function) {
  if (const RuleUse* gathered = function.FindRule(RuleId::kGathered))
    return IndexRule{gathered->params[0], gathered->params[2], gathered->params[3]};
  if (const RuleUse* indexed = function.FindRule(RuleId::kIndexed))
    return IndexRule{indexed->params[0], indexed->params[1], indexed->params[2]};
  return std::nullopt;
}

int64_t ExtentOf(const Shape& shape, int64_t dim) {
  return shape.empty() ? 1 : shape[DimFromFront(dim, shape.size())];
}

Shape ShapeOf(const Dims& dims) { return {dims.begin(), dims.end()}; }

void BreakGathered(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int input = rule.params[2], index = rule.params[3], output = rule.params[4];
  const Call base = BaseCall(rules);
  const Shape right = base.tensors.at(output).shape;
  for (const Shape& shape : {Shape{right[1], right[0]}, Shape{right[0], right[1] + 1},
                             Shape{right[0]}, Shape{1, right[0], right[1]}, Shape{0, right[1]}}) {
    Call call = base;
    call.tensors[output].shape = shape;
    // That of the index may be checked against that of the output before.
    if (rules.NamedBefore(rule, output, RuleId::kMinRank)) continue;
    errors.Add(absl::StrCat(rules.ParamName(output), ".", ShapeText(shape)), call,
               {rules.CName(output), DimsToString(shape)});
  }
  if (rules.NamedBefore(rule, input, RuleId::kMinRank)) return;
  for (const Shape& indices : {Shape{2}, Shape{0}}) {
    Call call = base;
    call.tensors[input].shape = call.tensors[output].shape = {};
    call.tensors[index].shape = indices;
    errors.Add(absl::StrCat(rules.ParamName(input), ".scalar_", indices[0]), call,
               {rules.CName(index), DimsToString(indices)});
  }
}

void BreakIndexed(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int index = rule.params[2], source = rule.params[3];
  const Call base = BaseCall(rules);
  const Shape right = base.tensors.at(source).shape;
  for (const Shape& shape :
       {Shape{right[1], right[0]}, Shape{right[0], right[1] + 1}, Shape{right[0] + 1, right[1]},
        Shape{right[1]}, Shape{}, Shape{1, right[0], right[1]}, Shape{right[0], 0}}) {
    Call call = base;
    call.tensors[source].shape = shape;
    errors.Add(absl::StrCat(rules.ParamName(source), ".", ShapeText(shape)), call,
               {rules.CName(source), DimsToString(shape)});
  }
  for (const Shape& shape : {Shape{right[1] + 1}, Shape{0}, Shape{}}) {
    Call call = base;
    call.tensors[index].shape = shape;
    errors.Add(absl::StrCat(rules.ParamName(index), ".", ShapeText(shape)), call,
               {rules.CName(source), DimsToString(right)});
  }
}

bool FollowIndices(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  const Shape& shape = choice.shapes.at(rule.params[2]);
  const int64_t dim = choice.attrs.at(rule.params[1]).number;
  if (!AreDims({dim}, shape)) return false;
  const int64_t extent = ExtentOf(shape, dim);
  const std::vector<int64_t>& indices = choice.attrs.at(rule.params[0]).numbers;
  return std::all_of(indices.begin(), indices.end(),
                     [&](int64_t index) { return index >= -extent && index < extent; });
}

void BreakIndices(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int indices = rule.params[0];
  // What no dimension of this rank is, no element of as many is, either.
  for (const int64_t index : BadDims(BaseCall(rules).tensors.at(rule.params[2]).shape.back())) {
    for (const auto& [way, array] : {std::pair{"", std::vector<int64_t>{index}},
                                     {"second_", std::vector<int64_t>{0, index}}}) {
      Call call = BaseCall(rules);
      call.overrides[indices] = array;
      errors.Add(absl::StrCat(rules.ParamName(indices), ".", way, index), call,
                 {rules.CName(indices), absl::StrCat(index)});
    }
  }
}

constexpr RuleCases kRuleCases[] = {
    {RuleId::kGathered, nullptr, BreakGathered},
    {RuleId::kIndexed, nullptr, BreakIndexed},
    {RuleId::kIndices, FollowIndices, BreakIndices},
};

}  // namespace

bool IsIndexed(const Function& function) { return IndexRuleOf(function).has_value(); }

bool IsIndex(const Function& function, int param) {
  const std::optional<IndexRule> rule = IndexRuleOf(function);
  return rule.has_value() && rule->index == param;
}

std::optional<ShapeMap> IndexedShapes(const Function& function, const std::vector<Shape>& pattern,
                                      int64_t dim) {
  const IndexRule rule = *IndexRuleOf(function);
  if (const auto fixed = function.fixed.find(rule.dim); fixed != function.fixed.end())
    dim = fixed->second.number;
  const Shape& shape = pattern[0];
  if (pattern.size() > 2 || !AreDims({dim}, shape)) return std::nullopt;
  Shape index = shape.empty() ? Shape{} : Shape{ExtentOf(shape, dim)};
  if (pattern.size() == 2) index = pattern[1];
  ShapeMap shapes = {{rule.tensor, shape}, {rule.index, index}};
  if (const RuleUse* gathered = function.FindRule(RuleId::kGathered)) {
    const auto result = GatheredShape(shape, DimFromFront(dim, shape.size()), index);
    if (!result.has_value()) return std::nullopt;
    shapes[gathered->params[4]] = ShapeOf(*result);
    return shapes;
  }
  Shape source = shape;
  if (!shape.empty()) source[DimFromFront(dim, shape.size())] = *ElementCount(index);
  if (shape.empty() && *ElementCount(index) != 1) return std::nullopt;
  shapes[function.FindRule(RuleId::kIndexed)->params[3]] = source;
  return shapes;
}

void MarkIndices(const Function& function, Call& call) {
  const std::optional<IndexRule> rule = IndexRuleOf(function);
  if (!rule.has_value()) return;
  const int64_t extent =
      ExtentOf(call.tensors.at(rule->tensor).shape, call.attrs.at(rule->dim).number);
  const RuleUse* gathered = function.FindRule(RuleId::kGathered);
  const bool wraps = gathered != nullptr && call.attrs.at(gathered->params[1]).number != 0;
  call.tensors.at(rule->index).indices = {wraps ? -extent : 0, extent - 1};
}

absl::Span<const RuleCases> IndexedRules() { return kRuleCases; }

}  // namespace openaclnn::specgen
