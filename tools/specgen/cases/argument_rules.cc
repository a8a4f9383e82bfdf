// Rules of null, views, formats and attributes.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "tools/specgen/cases/call_json.h"
#include "tools/specgen/cases/rule_cases.h"

namespace openaclnn::specgen {
namespace {

// Numbers of vendor-private formats (aclFormat): NC1HWC0, FRACTAL_Z, FRACTAL_NZ.
constexpr int kPrivateFormats[] = {3, 4, 29};

double NumberOf(const Param& param, const Value& value) {
  const bool whole = param.kind == ParamKind::kInteger ||
                     (param.kind == ParamKind::kScalar && !IsFloat(value.dtype));
  return whole ? static_cast<double>(value.number) : value.real;
}

bool FollowSome(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  return !std::all_of(rule.params.begin(), rule.params.end(), [&](int param) {
    const auto attr = choice.attrs.find(param);
    return attr != choice.attrs.end() ? attr->second.null : !choice.dtypes.contains(param);
  });
}

void BreakSome(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  Call call = BaseCall(rules);
  std::vector<std::string> names;
  for (int param : rule.params) {
    call.overrides[param] = nullptr;
    names.push_back(rules.CName(param));
  }
  errors.Add("all", call, names);
  errors.Add("no_operator", call, names, 0, rules.ProductsThat(false));
}

void BreakNull(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  Call all = BaseCall(rules);
  for (int param : rule.params) {
    if (!rules.IsArgument(param) || rules.param(param).optional) continue;
    Call call = BaseCall(rules);
    call.overrides[param] = nullptr;
    all.overrides[param] = nullptr;
    errors.Add(rules.ParamName(param), call, {rules.CName(param)});
    // Null comes before everything else, also where the product lacks the operator.
    errors.Add(absl::StrCat(rules.ParamName(param), ".no_operator"), call, {rules.CName(param)}, 0,
               rules.ProductsThat(false));
  }
  errors.Add("all", all, {rules.CName(rule.params[0])});
  for (int param : rule.params) {
    if (!rules.param(param).is_list()) continue;
    Call call = BaseCall(rules);
    call.overrides[param] = Json::array();
    errors.Add(absl::StrCat(rules.ParamName(param), ".no_tensors"), call,
               {rules.CName(param), "no tensors"}, kParamInvalid);
  }
}

// Of a contiguous tensor, or of one whose first dimension is the innermost.
std::vector<int64_t> Strides(Shape shape, bool transposed = false) {
  if (transposed) std::reverse(shape.begin(), shape.end());
  const Dims contiguous = ContiguousStrides(shape);
  std::vector<int64_t> strides(contiguous.begin(), contiguous.end());
  if (transposed) std::reverse(strides.begin(), strides.end());
  return strides;
}

void BreakTensor(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  constexpr int64_t kHuge = int64_t{1} << 40;
  for (int param : rule.params) {
    if (!rules.IsArgument(param)) continue;
    const auto add = [&](std::string_view way, int code, const std::function<Json(Tensor)>& make) {
      Call call = BaseCall(rules);
      call.overrides[param] = make(call.tensors.at(param));
      errors.Add(absl::StrCat(rules.ParamName(param), ".", way), call, {rules.CName(param)}, code);
    };
    const auto count = [](const Shape& shape) { return *ElementCount(shape); };
    // Transposed, or with gaps: what a contiguous view's storage is said to be does not matter.
    const auto scattered = [&](const Tensor& t, int64_t offset, int64_t missing) {
      if (t.shape.size() > 1)
        return ViewJson(t, Strides(t.shape, true), offset, {count(t.shape) - missing});
      return ViewJson(t, {2}, offset, {2 * count(t.shape) - 1 - missing});
    };
    add("short_storage", kInnerNullptr, [&](const Tensor& t) { return scattered(t, 0, 1); });
    add("offset", kInnerNullptr, [&](const Tensor& t) { return scattered(t, 1, 0); });
    add("negative_offset", kInnerNullptr,
        [&](Tensor t) { return ViewJson(t, Strides(t.shape), -1, {count(t.shape)}); });
    add("negative_stride", kInnerNullptr, [&](Tensor t) {
      std::vector<int64_t> strides = Strides(t.shape);
      strides.back() = -1;
      return ViewJson(t, strides, 0, {count(t.shape)});
    });
    add("stride_overflow", kInnerNullptr, [&](Tensor t) {
      const std::vector<int64_t> strides(t.shape.size(), std::numeric_limits<int64_t>::max());
      return ViewJson(t, strides, 0, {count(t.shape)});
    });
    add("negative_extent", kParamInvalid, [&](Tensor t) {
      const int64_t elements = count(t.shape);
      const std::vector<int64_t> strides = Strides(t.shape);
      t.shape[0] = -t.shape[0];
      return ViewJson(t, strides, 0, {elements});
    });
    add("count_overflow", kParamInvalid, [&](Tensor t) {
      const Shape storage = {count(t.shape)};
      t.shape = {kHuge, kHuge};
      return ViewJson(t, {0, 0}, 0, storage);
    });
  }
}

void BreakFormat(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  for (int param : rule.params) {
    if (!rules.IsArgument(param)) continue;
    for (int format : kPrivateFormats) {
      Call call = BaseCall(rules);
      call.overrides[param] = TensorJson(call.tensors.at(param));
      call.overrides[param]["format"] = format;
      errors.Add(absl::StrCat(rules.ParamName(param), ".format_", format), call,
                 {rules.CName(param), absl::StrCat(format)});
    }
  }
}

void BreakAttr(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  for (int param : rule.params) {
    if (!rules.IsArgument(param)) continue;
    const std::vector<Value>& values = rules.param(param).values;
    if (rules.param(param).kind == ParamKind::kString) {
      const std::string& valid = values[0].text;
      const std::pair<std::string_view, std::string> ways[] = {
          {"empty", ""},
          {"upper_case", absl::AsciiStrToUpper(valid)},
          {"longer", valid + "x"},
          {"shorter", valid.substr(0, valid.size() - 1)}};
      for (const auto& [way, text] : ways) {
        Call call = BaseCall(rules);
        call.overrides[param] = text;
        errors.Add(absl::StrCat(rules.ParamName(param), ".", way), call,
                   {rules.CName(param), absl::StrCat("\"", text, "\"")});
      }
    } else {
      const auto [low, high] =
          std::minmax_element(values.begin(), values.end(),
                              [](const Value& a, const Value& b) { return a.number < b.number; });
      // The last becomes an accepted value where somebody keeps 32 bits.
      for (int64_t number : {low->number - 1, high->number + 1, std::numeric_limits<int64_t>::min(),
                             (int64_t{1} << 32) + low->number}) {
        Call call = BaseCall(rules);
        call.overrides[param] = number;
        errors.Add(absl::StrCat(rules.ParamName(param), ".", number), call,
                   {rules.CName(param), absl::StrCat(number)});
      }
    }
  }
}

void BreakAttrProduct(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int param = rule.params[0];
  if (!rules.IsArgument(param)) return;
  std::vector<int> products;
  for (int product : rule.products) {
    if (rules.function().Supports(product)) products.push_back(product);
  }
  for (const Value& value : rules.param(param).values) {
    if (value.number == rule.value) continue;
    Call call = BaseCall(rules);
    call.attrs[param] = value;
    errors.Add(absl::StrCat(rules.ParamName(param), ".", value.text), call, {rules.CName(param)}, 0,
               products);
  }
}

bool FollowAtLeast(const FunctionRules& rules, const RuleUse& rule, const Group&, Choice& choice) {
  const bool applies = !rule.has_output || choice.attrs.at(rule.params[1]).number != 0;
  const double number = NumberOf(rules.param(rule.params[0]), choice.attrs.at(rule.params[0]));
  return !applies || !(number < static_cast<double>(rule.value));  // NaN is not less
}

void BreakAtLeast(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int param = rule.params[0];
  if (!rules.IsArgument(param) || (rule.has_output && !rules.IsArgument(rule.params[1]))) return;
  for (double less : {0.5, 1.0, std::numeric_limits<double>::infinity()}) {
    const bool whole = rules.param(param).kind == ParamKind::kInteger;
    if (whole && less != 1) continue;
    Value value = {.text = "",
                   .number = rule.value - 1,
                   .real = static_cast<double>(rule.value) - less,
                   .dtype = ACL_FLOAT};
    Call call = BaseCall(rules);
    call.overrides[param] = NumberJson(rules.param(param).kind, value);
    if (rule.has_output) call.overrides[rule.params[1]] = true;
    errors.Add(absl::StrCat(rules.ParamName(param), ".less_by_", less), call,
               {rules.CName(param), absl::StrCat(rule.value)});
  }
}

void BreakOutput(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  for (int output : rule.params) {
    const auto in_place = rules.function().in_place.find(output);
    const int param = in_place == rules.function().in_place.end() ? output : in_place->second;
    const Tensor tensor = BaseCall(rules).tensors.at(param);
    // Of the last two dimensions; of one dimension the last of them.
    const std::pair<std::string_view, std::vector<int64_t>> ways[] = {
        {"repeated", {0, 1}}, {"one_place", {0, 0}}, {"sliding", {1, 1}}};
    for (const auto& [way, last] : ways) {
      Call call = BaseCall(rules);
      std::vector<int64_t> strides = Strides(tensor.shape);
      if (strides.size() < last.size() && last.back() != 0) continue;
      const auto count = static_cast<std::ptrdiff_t>(std::min(strides.size(), last.size()));
      std::copy(last.end() - count, last.end(), strides.end() - count);
      call.overrides[param] = ViewJson(tensor, strides, 0, tensor.shape);
      errors.Add(absl::StrCat(rules.ParamName(output), ".", way), call, {rules.CName(output)});
    }
  }
}

constexpr RuleCases kRuleCases[] = {
    {RuleId::kSome, FollowSome, BreakSome},
    {RuleId::kNull, nullptr, BreakNull},
    {RuleId::kProduct, nullptr, nullptr},  // rejected cases
    {RuleId::kTensor, nullptr, BreakTensor},
    {RuleId::kFormat, nullptr, BreakFormat},
    {RuleId::kAttr, nullptr, BreakAttr},
    {RuleId::kAttrProduct, nullptr, BreakAttrProduct},
    {RuleId::kAtLeast, FollowAtLeast, BreakAtLeast},
    {RuleId::kOutput, nullptr, BreakOutput},
};

}  // namespace

absl::Span<const RuleCases> ArgumentRules() { return kRuleCases; }

}  // namespace openaclnn::specgen
