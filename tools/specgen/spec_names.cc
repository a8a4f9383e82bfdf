#include "tools/specgen/spec_names.h"

#include <cmath>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::specgen {
namespace {

// An array that cases use: [0, -1]. Its text is part of names.
Value ArraySampleOf(const Yaml& item) {
  Value value;
  if (!item.IsSequence()) item.Error("a sample of type int_array is a list of integers");
  for (const Yaml& number : item.Items()) value.numbers.push_back(number.Integer());
  value.text = value.numbers.empty() ? "none" : absl::StrJoin(value.numbers, "_");
  return value;
}

// A list of dtypes, in which words stand for several.
DTypes DTypesNamed(const Yaml& list) {
  DTypes dtypes;
  for (const Yaml& item : list.Items()) {
    DTypes named;
    if (item.Text() == "floating") {
      named = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
    } else if (item.Text() == "integer") {
      named = {ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8};
    } else {
      named = {DTypeNamed(item, item.Text())};
    }
    for (aclDataType dtype : named) {
      if (absl::c_linear_search(dtypes, dtype))
        item.Error(absl::StrCat(DTypeName(dtype), " stands here twice"));
      dtypes.push_back(dtype);
    }
  }
  return dtypes;
}

}  // namespace

Value SampleOf(const Yaml& item, ParamKind kind) {
  if (kind == ParamKind::kIntArray) return ArraySampleOf(item);
  Value value = {item.Text()};
  std::string number = value.text;
  const bool scalar = kind == ParamKind::kScalar;
  if (const size_t space = number.find(' '); scalar && space != std::string::npos) {
    value.dtype = DTypeNamed(item, number.substr(0, space));
    number = number.substr(space + 1);
  }
  const bool whole = absl::SimpleAtoi(number, &value.number);
  if (number == "true" || number == "false") {
    value.number = number == "true";
    if (value.dtype == ACL_DT_UNDEFINED) value.dtype = ACL_BOOL;
  } else if (!absl::SimpleAtod(number, &value.real)) {
    item.Error(absl::StrCat("\"", number, "\" is not a number"));
  }
  if (scalar && value.dtype == ACL_DT_UNDEFINED) value.dtype = whole ? ACL_INT64 : ACL_FLOAT;
  if (value.dtype == ACL_FLOAT || kind == ParamKind::kFloat)
    value.real = static_cast<float>(value.real);
  const bool wants_integer = kind == ParamKind::kInteger || (scalar && !IsFloat(value.dtype));
  if (wants_integer && !whole && value.dtype != ACL_BOOL)
    item.Error(absl::StrCat("\"", number, "\" is not an integer"));
  if (const int bits = value.dtype == ACL_FLOAT16 ? 11
                       : value.dtype == ACL_BF16  ? 8
                                                  : 0;
      bits > 0 && std::isfinite(value.real)) {
    int exponent = 0;
    const double mantissa = std::ldexp(std::frexp(value.real, &exponent), bits);
    if (mantissa != std::trunc(mantissa))
      item.Error(absl::StrCat(number, " is not a number of type ", DTypeName(value.dtype)));
  }
  return value;
}

aclDataType DTypeNamed(const Yaml& where, const std::string& name) {
  const aclDataType dtype = DTypeFromName(name);
  if (dtype == ACL_DT_UNDEFINED) where.Error(absl::StrCat("there is no dtype \"", name, "\""));
  return dtype;
}

std::string SnakeCase(std::string_view name) {
  std::string snake;
  for (char c : name) {
    if (absl::ascii_isupper(c) && !snake.empty()) snake.push_back('_');
    snake.push_back(absl::ascii_tolower(c));
  }
  return snake;
}

int SpecNames::ParamNamed(const Yaml& where, const std::string& name) const {
  const std::optional<int> param = spec_.FindParam(name);
  if (!param.has_value() && where) {
    const auto its_name = [](std::string* out, const Param& known) { out->append(known.name); };
    where.Error(absl::StrCat("there is no parameter \"", name, "\"; params has ",
                             absl::StrJoin(spec_.params, ", ", its_name)));
  }
  return param.value_or(0);
}

int SpecNames::ProductNamed(const Yaml& where, const std::string& name) const {
  const std::optional<int> product = products_.Find(name);
  if (!product.has_value()) {
    where.Error(absl::StrCat(
        "there is no product \"", name, "\"; known are ",
        absl::StrJoin(products_.rows, ", ",
                      [](std::string* out, const ProductRow& row) { out->append(row.name); })));
  }
  return product.value_or(0);
}

Value SpecNames::ValueNamed(const Yaml& where, const Param& param, const Yaml& value) const {
  if (param.kind == ParamKind::kDim) return {value.Text(), value.Integer()};
  if (param.kind == ParamKind::kIntArray) return ArraySampleOf(value);
  if (param.is_number()) return SampleOf(value, param.kind);
  if (param.kind == ParamKind::kDType) return {value.Text(), DTypeNamed(value, value.Text())};
  for (const Value& known : param.values) {
    if (known.text == value.Text()) return known;
  }
  if (param.tensor()) {
    where.Error(absl::StrCat(param.name, " is a tensor and has no values"));
  } else {
    where.Error(
        absl::StrCat("\"", value.Text(), "\" is no value of ", param.name, "; it has ",
                     absl::StrJoin(param.values, ", ",
                                   [](std::string* out, const Value& v) { out->append(v.text); })));
  }
  return {"", 0};
}

std::vector<DTypes> SpecNames::ProductDTypes(const Yaml& map) const {
  std::vector<DTypes> result(products_.rows.size());
  for (const auto& [names, list] : map.Entries()) {
    const DTypes dtypes = DTypesNamed(list);
    if (dtypes.empty())
      list.Error("a product that lacks the operator is left out, not listed with no types");
    std::vector<int> products;
    for (std::string_view name : absl::StrSplit(names, ' ', absl::SkipEmpty()))
      products.push_back(ProductNamed(list, std::string(name)));
    const auto has_bfloat16 = [&](int product) { return products_.rows[product].bfloat16; };
    const bool some_have = absl::c_any_of(products, has_bfloat16);
    for (int product : products) {
      for (aclDataType dtype : dtypes) {
        if (dtype == ACL_BF16 && some_have && !has_bfloat16(product)) continue;
        if (absl::c_linear_search(result[product], dtype))
          list.Error(absl::StrCat(DTypeName(dtype), " stands here twice"));
        result[product].push_back(dtype);
      }
    }
  }
  return result;
}

std::vector<DTypes> SpecNames::OwnDTypes(const Yaml& yaml) const {
  if (!yaml.IsSequence()) return ProductDTypes(yaml);
  return std::vector<DTypes>(products_.rows.size(), DTypesNamed(yaml));
}

}  // namespace openaclnn::specgen
