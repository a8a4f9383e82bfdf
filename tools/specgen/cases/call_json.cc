#include "tools/specgen/cases/call_json.h"

#include <cmath>
#include <string>

#include "runtime/tensor/dtype.h"

namespace openaclnn::specgen {
namespace {

// A real number in JSON, which has no infinities and NaN: those are text.
Json RealJson(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

Json ArgJson(const FunctionRules& rules, const Call& call, int param) {
  if (const auto in_place = call.in_place.find(param); in_place != call.in_place.end())
    return ArgJson(rules, call, in_place->second);
  if (const auto found = call.overrides.find(param); found != call.overrides.end())
    return found->second;
  if (rules.param(param).tensor()) return TensorJson(call.tensors.at(param));
  const Value& value = call.attrs.at(param);
  switch (rules.param(param).kind) {
    case ParamKind::kString:
      return value.text;
    case ParamKind::kBool:
      return value.number != 0;
    case ParamKind::kScalar:
    case ParamKind::kDouble:
    case ParamKind::kFloat:
    case ParamKind::kIntArray:
      return NumberJson(rules.param(param).kind, value);
    case ParamKind::kDType:
      return Name(static_cast<aclDataType>(value.number));
    default:
      return value.number;
  }
}

}  // namespace

Json TensorJson(const Tensor& tensor) {
  Json json = {{"dtype", Name(tensor.dtype)}, {"shape", tensor.shape}, {"layout", tensor.layout}};
  if (tensor.indices.has_value()) json["indices"] = {tensor.indices->first, tensor.indices->second};
  return json;
}

Json ViewJson(const Tensor& tensor, const std::vector<int64_t>& strides, int64_t offset,
              const Shape& storage) {
  return {{"dtype", Name(tensor.dtype)},
          {"shape", tensor.shape},
          {"strides", strides},
          {"offset", offset},
          {"storage_shape", storage}};
}

Json NumberJson(ParamKind kind, const Value& value) {
  if (kind == ParamKind::kInteger) return value.number;
  if (kind == ParamKind::kIntArray) return value.numbers;
  if (kind != ParamKind::kScalar) return RealJson(value.real);
  if (value.null) return nullptr;
  return {{"dtype", Name(value.dtype)},
          {"value", IsFloat(value.dtype) ? RealJson(value.real) : Json(value.number)}};
}

Json ArgsJson(const FunctionRules& rules, const Call& call) {
  Json args = Json::object();
  for (int param = 0; param < static_cast<int>(rules.spec().params.size()); ++param) {
    const bool is_null = rules.function().null.contains(param);
    if (rules.function().fixed.contains(param) || rules.param(param).is_member() ||
        (!rules.function().Has(param) && !is_null)) {
      continue;
    }
    Json& arg = args[rules.param(param).name];
    if (is_null) continue;
    if (!rules.param(param).is_list() || call.overrides.contains(param)) {
      arg = ArgJson(rules, call, param);
      continue;
    }
    arg = Json::array();
    for (int member : rules.MembersOf(param)) arg.push_back(ArgJson(rules, call, member));
  }
  return args;
}

}  // namespace openaclnn::specgen
