// Rules that say which shape the output has, by attributes and the shape of the input. Their
// parameters are the attributes, the input, the output.
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/tensor/range.h"
#include "runtime/tensor/reshape.h"
#include "runtime/tensor/shape.h"
#include "tools/specgen/cases/call_json.h"
#include "tools/specgen/cases/rule_cases.h"

namespace openaclnn::specgen {

namespace {

// The dimension along which R.interleaved repeats, from the front; nullopt if it names none.
std::optional<size_t> DimOfInterleaved(const RuleUse& rule, const Shape& from,
                                       const AttrMap& attrs) {
  if (rule.params.size() == 4) return std::nullopt;
  return DimFromFront(attrs.at(rule.params[2]).number, from.size());
}

}  // namespace

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
  } else if (rule.id == RuleId::kInterleaved) {
    const std::optional<size_t> dim = DimOfInterleaved(rule, from, attrs);
    if (!dim.has_value() || *dim < from.size()) to = InterleavedShape(from, first.number, dim);
  } else if (rule.id == RuleId::kReflected) {
    to = ReflectedShape(from, first.numbers);
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

// The size is that of the output.
bool FollowInterleaved(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  const Shape& from = choice.shapes.at(rule.params[rule.params.size() - 2]);
  const std::optional<Shape> to = ReshapedBy(rule, from, choice.attrs);
  if (!to.has_value()) return false;
  const int64_t size = (*to)[DimOfInterleaved(rule, from, choice.attrs).value_or(0)];
  choice.attrs[rule.params[1]] = {absl::StrCat(size), size};
  return true;
}

// The sizes are the extents of the outputs.
bool FollowSplit(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  const Shape& whole = choice.shapes.at(rule.params.back());
  const size_t dim = DimFromFront(choice.attrs.at(rule.params[0]).number, whole.size());
  Value sizes;
  for (size_t i = 2; i + 1 < rule.params.size(); ++i)
    sizes.numbers.push_back(choice.shapes.at(rule.params[i])[dim]);
  sizes.text = absl::StrJoin(sizes.numbers, "_");
  choice.attrs[rule.params[1]] = sizes;
  return true;
}

Number NumberIn(const Value& scalar) {
  return IsFloat(scalar.dtype) ? Number::Real(scalar.real) : Number::Integer(scalar.number);
}

std::optional<int64_t> LengthOf(const RuleUse& rule, const Choice& choice) {
  const auto number = [&](size_t i) { return NumberIn(choice.attrs.at(rule.params[i])); };
  return RangeLength(number(0), number(1), number(2), choice.dtypes.at(rule.params[3]));
}

// The end is where the tensor is full: of real numbers halfway to the next one.
bool FollowRanged(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  const int tensor = rule.params[3];
  const int64_t count = *ElementCount(choice.shapes.at(tensor));
  const Number start = NumberIn(choice.attrs.at(rule.params[0])),
               step = NumberIn(choice.attrs.at(rule.params[2]));
  Value end;
  if (IsFloat(choice.dtypes.at(tensor))) {
    end.dtype = ACL_DOUBLE;
    const double steps = count == 0 ? 0 : static_cast<double>(count) - 0.5;
    end.real = start.AsDouble() + steps * step.AsDouble();
    end.text = absl::StrCat("float64 ", end.real);
  } else {
    end.dtype = ACL_INT64;
    if (__builtin_mul_overflow(step.AsInt64(), count, &end.number) ||
        __builtin_add_overflow(end.number, start.AsInt64(), &end.number))
      return false;
    end.text = absl::StrCat(end.number);
  }
  choice.attrs[rule.params[1]] = end;
  return LengthOf(rule, choice) == count;
}

// The output does not have the shape that follows.
void BreakOutputShape(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int output = rule.params.back();
  const Call base = BaseCall(rules);
  const Shape right = base.tensors.at(output).shape;
  std::vector<Shape> wrong = {Shape{right[0]}, Shape{}, Shape{right[0] + 1}, Shape{right[0], 1}};
  if (right.size() > 1) {
    wrong = {Shape{right[1], right[0]},    Shape{right[0], right[1] + 1}, Shape{right[0]},
             Shape{1, right[0], right[1]}, Shape{right[0] * right[1], 1}, Shape{}};
  }
  for (const Shape& shape : wrong) {
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

void BreakArray(const FunctionRules& rules, int param, const std::vector<BadArray>& arrays,
                RuleErrors& errors) {
  for (const auto& [way, numbers, word] : arrays) {
    Call call = BaseCall(rules);
    call.overrides[param] = numbers;
    errors.Add(absl::StrCat(rules.ParamName(param), ".", way), call,
               {rules.CName(param), word.empty() ? DimsToString(numbers) : word});
  }
}

// The first parameter of the rule is the array.
void Break(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors,
           const std::vector<BadArray>& arrays) {
  if (!rules.IsArgument(rule.params[0])) return;
  BreakArray(rules, rule.params[0], arrays, errors);
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

void BreakReflected(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int64_t extent = BaseCall(rules).tensors.at(rule.params[1]).shape.back();
  std::vector<BadArray> arrays = {
      {"none", {}}, {"one", {1}}, {"three", {1, 1, 0}}, {"two_dimensions", {1, 1, 0, 0}}};
  for (const auto& [before, after] : {std::pair<int64_t, int64_t>{extent, 0},
                                      {0, extent},
                                      {-1, 1 - extent},
                                      {extent - 1, 1 - 2 * extent},
                                      {kMax, kMin},
                                      {0, kMin},
                                      {kMin, kMin}}) {
    arrays.push_back({absl::StrCat(before, "_", after), {before, after}});
  }
  Break(rules, rule, errors, arrays);
}

// The size is another, or there is none so large.
void BreakInterleaved(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const Call base = BaseCall(rules);
  const int size = rule.params[1], repeats = rule.params[0];
  const int64_t right = base.attrs.at(size).number;
  for (const int64_t wrong :
       {right - 1, right + 1, int64_t{0}, -right, right + (int64_t{1} << 32)}) {
    Call call = base;
    call.overrides[size] = wrong;
    errors.Add(absl::StrCat(rules.ParamName(size), ".", wrong), call,
               {rules.CName(size), absl::StrCat(wrong), absl::StrCat(right, " elements")});
  }
  Call call = base;
  call.overrides[repeats] = kMax;
  call.overrides[size] = kMax;
  errors.Add(absl::StrCat(rules.ParamName(repeats), ".most"), call,
             {rules.CName(repeats), absl::StrCat(kMax), "more elements"});
  BreakOutputShape(rules, rule, errors);
}

// The numbers are no range, or one of another length.
void BreakRanged(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const Call base = BaseCall(rules);
  const int start = rule.params[0], end = rule.params[1], step = rule.params[2];
  const double last = base.attrs.at(end).real, each = NumberIn(base.attrs.at(step)).AsDouble();
  const auto json = [](double number) {
    return NumberJson(ParamKind::kScalar, {.text = "", .real = number, .dtype = ACL_DOUBLE});
  };
  const auto add = [&](int param, std::string_view way, double number, Call call) {
    call.overrides[param] = json(number);
    errors.Add(absl::StrCat(rules.ParamName(param), ".", way), call, {rules.CName(param)});
  };
  // As many as there are elements, were the step not 0 in the type of the tensor.
  const auto add_vanishing = [&](std::string_view way, double number, Call call) {
    call.overrides[start] = json(0);
    call.overrides[end] =
        json(number * static_cast<double>(*ElementCount(call.tensors.at(rule.params[3]).shape)));
    add(step, way, number, call);
  };
  add(step, "zero", 0, base);
  add(step, "negative_zero", -0.0, base);
  add_vanishing("too_small", 1e-50, base);
  add(step, "away", -each, base);
  for (int param : {start, end, step}) {
    add(param, "nan", kNan, base);
    add(param, "inf", kInfinity, base);
    add(param, "minus_inf", -kInfinity, base);
  }
  add(end, "one_less", last - each, base);
  add(end, "one_more", last + each, base);
  add(end, "none", NumberIn(base.attrs.at(start)).AsDouble(), base);
  const int tensor = rule.params[3];
  for (const int other : rules.Tied(tensor, RuleId::kSameDType)) {
    if (!rules.Accepts(other, rules.ProductsThat(true).front(), ACL_INT32)) return;
  }
  Call integers = base;
  for (const int other : rules.Tied(tensor, RuleId::kSameDType))
    integers.tensors[other].dtype = ACL_INT32;
  add_vanishing("fraction", 0.75, integers);
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

// The sizes are not those of the outputs, or one of these has another shape.
void BreakSplit(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const Call base = BaseCall(rules);
  const int param = rule.params[1];
  const std::vector<int64_t>& right = base.attrs.at(param).numbers;
  std::vector<BadArray> arrays = {{"none", {}}};
  const auto add = [&](const std::string& way,
                       const std::function<void(std::vector<int64_t>&)>& change) {
    std::vector<int64_t> numbers = right;
    change(numbers);
    arrays.push_back({way, numbers});
  };
  add("too_few", [](auto& numbers) { numbers.pop_back(); });
  add("too_many", [](auto& numbers) { numbers.push_back(0); });
  add("too_much", [](auto& numbers) { ++numbers[0]; });
  add("too_little", [](auto& numbers) { --numbers[0]; });
  add("negative", [](auto& numbers) {
    numbers[1] += numbers[0] + 1;
    numbers[0] = -1;
  });
  add("wraps", [](auto& numbers) {
    numbers[1] = kMax;
    numbers[0] = kMin;
  });
  BreakArray(rules, param, arrays, errors);
  for (size_t i = 2; i + 1 < rule.params.size(); ++i) {
    const int output = rule.params[i];
    Shape longer = base.tensors.at(output).shape, deeper = longer, other = longer;
    ++longer.back();
    deeper.push_back(1);
    ++other.front();
    for (const Shape& shape : {longer, deeper, other, Shape{}}) {
      Call call = base;
      call.tensors[output].shape = shape;
      errors.Add(absl::StrCat(rules.ParamName(output), ".", ShapeText(shape)), call,
                 {rules.CName(output), DimsToString(shape)});
    }
  }
}

constexpr RuleCases kRuleCases[] = {
    {RuleId::kPermuted, Follow, BreakPermuted},
    {RuleId::kSliced, Follow, BreakOutputShape},
    {RuleId::kRepeated, Follow, BreakRepeated},
    {RuleId::kPadded, Follow, BreakPadded},
    {RuleId::kInterleaved, FollowInterleaved, BreakInterleaved},
    {RuleId::kReflected, Follow, BreakReflected},
    {RuleId::kRanged, FollowRanged, BreakRanged},
    {RuleId::kSplit, FollowSplit, BreakSplit},
    {RuleId::kJoined, nullptr, BreakInputs},
    {RuleId::kStacked, nullptr, BreakInputs},
};

}  // namespace

absl::Span<const RuleCases> ReshapeRules() { return kRuleCases; }

}  // namespace openaclnn::specgen
