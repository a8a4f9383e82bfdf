// Rules of shapes and dimension numbers.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/tensor/shape.h"
#include "tools/specgen/cases/rule_cases.h"

namespace openaclnn::specgen {
bool AreDims(const std::vector<int64_t>& dims, const Shape& shape) {
  const int64_t rank = std::max<int64_t>(static_cast<int64_t>(shape.size()), 1);
  std::set<int64_t> named;
  return std::all_of(dims.begin(), dims.end(), [&](int64_t dim) {
    return dim >= -rank && dim < rank && named.insert(dim < 0 ? dim + rank : dim).second;
  });
}

std::vector<int64_t> BadDims(int64_t rank) {
  return {rank, -rank - 1, std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min(),
          (int64_t{1} << 32) - 1};
}

namespace {

bool FollowMaxRank(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  return std::all_of(rule.params.begin(), rule.params.end(), [&](int param) {
    return static_cast<int64_t>(choice.shapes.at(param).size()) <= rule.value;
  });
}

void BreakMaxRank(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const auto shapes = rules.ShapesFor({Shape(static_cast<size_t>(rule.value) + 1, 1)}, -1);
  for (int param : rule.params) {
    if (!rules.IsArgument(param)) continue;
    const bool tied = rules.NamedBefore(rule, param, RuleId::kSameShape) ||
                      rules.NamedBefore(rule, param, RuleId::kBroadcast) ||
                      rules.NamedBefore(rule, param, RuleId::kHalf);
    Call call = BaseCall(rules);
    for (auto& [other, tensor] : call.tensors) {
      if (tied || other == param) tensor.shape = shapes->at(other);
    }
    // Where it is not the shape of `param` that the others follow.
    if (!tied && static_cast<int64_t>(call.tensors[param].shape.size()) <= rule.value)
      call.tensors[param].shape.assign(static_cast<size_t>(rule.value) + 1, 1);
    errors.Add(rules.ParamName(param), call,
               {rules.CName(tied ? rule.params[0] : param), absl::StrCat(rule.value)});
  }
}

bool FollowMinRank(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  return std::all_of(rule.params.begin(), rule.params.end(), [&](int param) {
    return static_cast<int64_t>(choice.shapes.at(param).size()) >= rule.value;
  });
}

// In all tensors, so that they stay alike.
void BreakMinRank(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  for (const Shape& shape : {Shape{}, Shape{3}, Shape{0}}) {
    if (static_cast<int64_t>(shape.size()) >= rule.value) continue;
    Call call = BaseCall(rules);
    for (auto& [param, tensor] : call.tensors) tensor.shape = shape;
    errors.Add(ShapeText(shape), call, {rules.CName(rule.params[0]), DimsToString(shape)});
  }
}

void BreakSameShape(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  for (size_t i = 1; i < rule.params.size(); ++i) {
    const int param = rule.params[i];
    const std::set<int> changed = rules.TiedBefore(rule, param, RuleId::kSameShape);
    if (!rules.IsArgument(param) || changed.contains(rule.params[0]) ||
        rules.NamedBefore(rule, param, RuleId::kHalf) ||
        rules.NamedBefore(rule, param, RuleId::kBroadcast)) {
      continue;
    }
    const Shape right = BaseCall(rules).tensors.at(param).shape;
    const std::pair<std::string_view, Shape> ways[] = {
        {"extent", {right[0], right[1] + 1}}, {"rank", {1, right[0], right[1]}},
        {"repeats", {1, right[1]}},           {"flat", {right[0] * right[1]}},
        {"swapped", {right[1], right[0]}},    {"empty", {right[0], 0}}};
    for (const auto& [way, shape] : ways) {
      Call call = BaseCall(rules);
      for (int other : changed) call.tensors[other].shape = shape;
      errors.Add(absl::StrCat(rules.ParamName(param), ".", way), call,
                 {rules.CName(FirstOf(rule, changed, 1)), DimsToString(shape)});
    }
  }
}

void BreakBroadcast(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const size_t inputs = rule.params.size() - (rule.has_output ? 1 : 0);
  const Shape right = BaseCall(rules).tensors.at(rule.params[0]).shape;
  for (size_t i = 1; i < inputs; ++i) {
    const int param = rule.params[i];
    for (const Shape& shape : {Shape{right[0], right[1] + 1}, Shape{right[0] + 1, right[1]},
                               Shape{right[1], right[0]}, Shape{right[0]}, Shape{0}}) {
      Call call = BaseCall(rules);
      call.tensors[param].shape = shape;
      errors.Add(absl::StrCat(rules.ParamName(param), ".", ShapeText(shape)), call,
                 {rules.CName(param), DimsToString(shape)});
    }
  }
  if (!rule.has_output) return;
  const int output = rule.params.back();
  if (!rules.IsArgument(output)) {
    // In place the output is an input, which must not have to grow.
    Call call = BaseCall(rules);
    for (int param : {output, rules.function().in_place.at(output)})
      call.tensors[param].shape = {right[0], 1};
    errors.Add(absl::StrCat(rules.ParamName(output), ".smaller"), call,
               {rules.CName(output), DimsToString(Shape{right[0], 1})});
    return;
  }
  for (const Shape& shape : {Shape{right[0], right[1] + 1}, Shape{right[1]},
                             Shape{1, right[0], right[1]}, Shape{right[0], 1}, Shape{}}) {
    Call call = BaseCall(rules);
    call.tensors[output].shape = shape;
    // To one more dimension of extent 1 the inputs broadcast.
    if (rules.IsBroadcastTo(output) && shape.size() > right.size()) continue;
    errors.Add(absl::StrCat(rules.ParamName(output), ".", ShapeText(shape)), call,
               {rules.CName(output), DimsToString(shape)});
  }
  Call call = BaseCall(rules);
  for (size_t i = 0; i < inputs; ++i) call.tensors[rule.params[i]].shape[i % 2] = 1;
  call.tensors[output].shape = call.tensors.at(rule.params[0]).shape;
  errors.Add(absl::StrCat(rules.ParamName(output), ".as_first"), call,
             {rules.CName(output), DimsToString(call.tensors[output].shape)});
}

bool FollowDim(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  // Of a list the first tensor that is not of shape [0].
  const auto has_rank = [&](int param) { return choice.shapes.at(param) != Shape{0}; };
  const auto found = std::find_if(rule.params.begin() + 1, rule.params.end(), has_rank);
  const int tensor = found != rule.params.end() ? *found : rule.params[1];
  return AreDims({choice.attrs.at(rule.params[0]).number}, choice.shapes.at(tensor));
}

void BreakDim(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int param = rule.params[0];
  if (!rules.IsArgument(param)) return;
  const int64_t rank =
      static_cast<int64_t>(BaseCall(rules).tensors.at(rule.params[1]).shape.size());
  for (int64_t dim : BadDims(rank)) {
    Call call = BaseCall(rules);
    call.overrides[param] = dim;
    errors.Add(absl::StrCat(rules.ParamName(param), ".", dim), call,
               {rules.CName(param), absl::StrCat(dim)});
  }
  if (rules.NamedBefore(rule, rule.params[1], RuleId::kHalf) ||
      rules.NamedBefore(rule, rule.params[1], RuleId::kMinRank)) {
    return;
  }
  for (int64_t dim : {1, -2}) {
    Call call = BaseCall(rules);
    for (auto& [other, tensor] : call.tensors) tensor.shape = {};
    call.overrides[param] = dim;
    errors.Add(absl::StrCat(rules.ParamName(param), ".scalar_", dim), call,
               {rules.CName(param), absl::StrCat(dim)});
  }
}

bool FollowDims(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  return AreDims(choice.attrs.at(rule.params[0]).numbers, choice.shapes.at(rule.params[1]));
}

void BreakDims(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int param = rule.params[0];
  if (!rules.IsArgument(param)) return;
  const int64_t rank =
      static_cast<int64_t>(BaseCall(rules).tensors.at(rule.params[1]).shape.size());
  const auto add = [&](const std::string& way, const std::vector<int64_t>& dims,
                       const std::string& word) {
    Call call = BaseCall(rules);
    call.overrides[param] = dims;
    errors.Add(absl::StrCat(rules.ParamName(param), ".", way), call, {rules.CName(param), word});
  };
  for (int64_t dim : BadDims(rank)) {
    add(absl::StrCat(dim), {dim}, absl::StrCat(dim));
    add(absl::StrCat("second_", dim), {0, dim}, absl::StrCat(dim));
  }
  add("twice", {rank - 1, rank - 1}, absl::StrCat(rank - 1));
  add("twice_from_both_ends", {0, -rank}, "0");
  for (int64_t dim : {1, -2}) {
    Call call = BaseCall(rules);
    for (auto& [other, tensor] : call.tensors) tensor.shape = {};
    call.overrides[param] = std::vector<int64_t>{dim};
    errors.Add(absl::StrCat(rules.ParamName(param), ".scalar_", dim), call,
               {rules.CName(param), absl::StrCat(dim)});
  }
}

bool FollowRolled(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  const std::vector<int64_t>& dims = choice.attrs.at(rule.params[0]).numbers;
  const auto rank = static_cast<int64_t>(choice.shapes.at(rule.params[1]).size());
  const auto is_dim = [rank](int64_t dim) { return dim >= -rank && dim < rank; };
  return choice.attrs.at(rule.params[2]).numbers.size() == std::max<size_t>(dims.size(), 1) &&
         std::all_of(dims.begin(), dims.end(), is_dim);
}

void BreakRolled(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int dims = rule.params[0], shifts = rule.params[2];
  const int64_t rank =
      static_cast<int64_t>(BaseCall(rules).tensors.at(rule.params[1]).shape.size());
  const auto add = [&](const std::string& way, const std::vector<int64_t>& its_shifts,
                       const std::vector<int64_t>& its_dims, int word) {
    Call call = BaseCall(rules);
    call.overrides[shifts] = its_shifts;
    call.overrides[dims] = its_dims;
    errors.Add(way, call, {rules.CName(word)});
    if (its_dims.empty()) return;
    for (auto& [other, tensor] : call.tensors) tensor.shape = {};
    errors.Add(way + ".scalar", call, {rules.CName(word)});
  };
  add("no_shifts", {}, {}, shifts);
  add("too_few_shifts", {1}, {0, 1}, shifts);
  add("too_many_shifts", {1, 2}, {0}, shifts);
  add("shifts_without_dims", {1, 2}, {}, shifts);
  for (int64_t dim : BadDims(rank)) {
    add(absl::StrCat(rules.ParamName(dims), ".", dim), {1}, {dim}, dims);
    add(absl::StrCat(rules.ParamName(dims), ".second_", dim), {1, 1}, {0, dim}, dims);
  }
}

void BreakHalf(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int whole = rule.params[1];
  for (size_t i = 2; i < rule.params.size(); ++i) {
    const std::set<int> changed = rules.TiedBefore(rule, rule.params[i], RuleId::kSameShape);
    if (changed.contains(whole) || FirstOf(rule, changed, 2) != rule.params[i]) continue;
    const Shape right = BaseCall(rules).tensors.at(rule.params[i]).shape;
    const std::pair<std::string_view, Shape> ways[] = {
        {"smaller", {right[0], right[1] - 1}},
        {"whole", {right[0], right[1] * 2}},
        {"other_dimension", {right[0] + 1, right[1]}},
        {"rank", {1, right[0], right[1]}},
        {"first_dimension", {right[0] * 2, right[1] / 2}}};
    for (const auto& [way, shape] : ways) {
      Call call = BaseCall(rules);
      for (int other : changed) call.tensors[other].shape = shape;
      errors.Add(absl::StrCat(rules.ParamName(rule.params[i]), ".", way), call,
                 {rules.CName(rule.params[i]), DimsToString(shape)});
    }
  }
  Call odd = BaseCall(rules);
  for (int other : rules.TiedBefore(rule, whole, RuleId::kSameShape))
    odd.tensors[other].shape.back() += 1;
  errors.Add(absl::StrCat(rules.ParamName(whole), ".odd"), odd,
             {rules.CName(rule.params[2]), DimsToString(odd.tensors[whole].shape)});
  Call scalar = BaseCall(rules);
  for (auto& [param, tensor] : scalar.tensors) tensor.shape = {};
  errors.Add(absl::StrCat(rules.ParamName(whole), ".scalar"), scalar,
             {rules.CName(rule.params[2])});
}

constexpr RuleCases kRuleCases[] = {
    {RuleId::kMaxRank, FollowMaxRank, BreakMaxRank},
    {RuleId::kMinRank, FollowMinRank, BreakMinRank},
    {RuleId::kSameShape, nullptr, BreakSameShape},
    {RuleId::kBroadcast, nullptr, BreakBroadcast},
    {RuleId::kDim, FollowDim, BreakDim},
    {RuleId::kDims, FollowDims, BreakDims},
    {RuleId::kRolled, FollowRolled, BreakRolled},
    {RuleId::kHalf, nullptr, BreakHalf},
};

}  // namespace

absl::Span<const RuleCases> ShapeRules() { return kRuleCases; }

}  // namespace openaclnn::specgen
