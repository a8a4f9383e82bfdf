// Rules that say which shape the output has, by attributes and the shape of the input. Their
// parameters are the attributes, the input, the output.
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/tensor/shape.h"
#include "tools/specgen/cases/rule_cases.h"

namespace openaclnn::specgen {

std::optional<Shape> ReshapedBy(const RuleUse& rule, const Shape& from, const AttrMap& attrs) {
  const Value& first = attrs.at(rule.params[0]);
  std::optional<Dims> to;
  if (rule.id == RuleId::kPermuted) {
    if (first.numbers.size() != from.size() || !AreDims(first.numbers, from)) return std::nullopt;
    to.emplace();
    for (const int64_t dim : first.numbers) to->push_back(from[DimFromFront(dim, from.size())]);
  } else if (rule.id == RuleId::kSliced) {
    const auto number = [&](size_t i) { return attrs.at(rule.params[i]).number; };
    if (from.empty() || !AreDims({first.number}, from) || number(3) < 1) return std::nullopt;
    to.emplace(from.begin(), from.end());
    int64_t& extent = (*to)[DimFromFront(first.number, from.size())];
    extent = SectionOf(extent, number(1), number(2), number(3)).count;
  } else {
    to = rule.id == RuleId::kRepeated ? RepeatedShape(from, first.numbers)
                                      : PaddedShape(from, first.numbers);
  }
  if (!to.has_value()) return std::nullopt;
  return Shape(to->begin(), to->end());
}

namespace {

bool Follow(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  const Shape& from = choice.shapes.at(rule.params[rule.params.size() - 2]);
  return ReshapedBy(rule, from, choice.attrs).has_value();
}

// The output does not have the shape that follows.
void BreakOutputShape(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int output = rule.params.back();
  const Call base = BaseCall(rules);
  const Shape right = base.tensors.at(output).shape;
  for (const Shape& shape :
       {Shape{right[1], right[0]}, Shape{right[0], right[1] + 1}, Shape{right[0]},
        Shape{1, right[0], right[1]}, Shape{right[0] * right[1], 1}, Shape{}}) {
    if (shape == right) continue;
    Call call = base;
    call.tensors[output].shape = shape;
    errors.Add(absl::StrCat(rules.ParamName(output), ".", ShapeText(shape)), call,
               {rules.CName(output), DimsToString(shape)});
  }
}

// Arrays that a rule rejects: what is wrong, the numbers, and a word of the message (all numbers if
// it is empty).
struct BadArray {
  std::string way;
  std::vector<int64_t> numbers;
  std::string word = "";
};

void Break(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors,
           const std::vector<BadArray>& arrays) {
  const int param = rule.params[0];
  if (!rules.IsArgument(param)) return;
  for (const auto& [way, numbers, word] : arrays) {
    Call call = BaseCall(rules);
    call.overrides[param] = numbers;
    errors.Add(absl::StrCat(rules.ParamName(param), ".", way), call,
               {rules.CName(param), word.empty() ? DimsToString(numbers) : word});
  }
  BreakOutputShape(rules, rule, errors);
}

void BreakPermuted(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const auto rank = static_cast<int64_t>(BaseCall(rules).tensors.at(rule.params[1]).shape.size());
  std::vector<BadArray> arrays;
  for (int64_t dim : BadDims(rank)) {
    arrays.push_back({absl::StrCat(dim), {0, dim}, absl::StrCat(dim)});
  }
  arrays.push_back({"twice", {rank - 1, rank - 1}, absl::StrCat(rank - 1)});
  arrays.push_back({"twice_from_both_ends", {0, -rank}, "0"});
  arrays.push_back({"none", {}});
  arrays.push_back({"too_few", {0}});
  arrays.push_back({"too_many", {0, 1, 0}});
  Break(rules, rule, errors, arrays);
}

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

void BreakRepeated(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  Break(rules, rule, errors,
        {{"none", {}},
         {"too_few", {2}},
         {"far_too_many", std::vector<int64_t>(100, 1)},
         {"negative", {2, -1}},
         {"two_negative", {-1, -2}},
         {"too_large", {1, kMax}},
         {"least", {1, kMin}}});
}

void BreakPadded(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int64_t extent = BaseCall(rules).tensors.at(rule.params[1]).shape[1];
  std::vector<BadArray> arrays = {{"odd", {1}}, {"too_many", {0, 0, 0, 0, 1, 1}}};
  for (const auto& [before, after] : {std::pair<int64_t, int64_t>{-extent - 1, 0},
                                      {0, -extent - 1},
                                      {-2, 1 - extent},
                                      {-extent - 1, extent + 1},
                                      {extent + 1, -extent - 1},
                                      {0, kMax},
                                      {0, kMin}}) {
    arrays.push_back({absl::StrCat(before, "_", after), {before, after}});
  }
  Break(rules, rule, errors, arrays);
}

// One of the inputs is unlike the first.
void BreakInputs(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const bool stacked = rule.id == RuleId::kStacked;
  for (size_t i = 2; i + 1 < rule.params.size(); ++i) {
    const int param = rule.params[i];
    for (const Shape& shape :
         {Shape{3, 3}, Shape{2, 4}, Shape{1, 2, 3}, Shape{2, 3, 1}, Shape{6}, Shape{}, Shape{0}}) {
      const bool is_alike = shape == Shape{2, 4} || shape == Shape{0};
      if (is_alike && !stacked) continue;
      Call call = BaseCall(rules);
      call.tensors[param].shape = shape;
      errors.Add(absl::StrCat(rules.ParamName(param), ".", ShapeText(shape)), call,
                 {rules.CName(param), DimsToString(shape)});
    }
  }
  BreakOutputShape(rules, rule, errors);
}

constexpr RuleCases kRuleCases[] = {
    {RuleId::kPermuted, Follow, BreakPermuted}, {RuleId::kSliced, Follow, BreakOutputShape},
    {RuleId::kRepeated, Follow, BreakRepeated}, {RuleId::kPadded, Follow, BreakPadded},
    {RuleId::kJoined, nullptr, BreakInputs},    {RuleId::kStacked, nullptr, BreakInputs},
};

}  // namespace

absl::Span<const RuleCases> ReshapeRules() { return kRuleCases; }

}  // namespace openaclnn::specgen
