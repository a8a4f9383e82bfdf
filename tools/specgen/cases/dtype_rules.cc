// Rules of dtypes.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "runtime/tensor/dtype.h"
#include "tools/specgen/cases/rule_cases.h"

namespace openaclnn::specgen {
namespace {

bool IsBool(aclDataType dtype) { return dtype == ACL_BOOL; }

// The type of the result that R.castable is about.
aclDataType ResultOf(const RuleUse& castable, const DTypeMap& dtypes, const AttrMap& attrs) {
  return ResultType(static_cast<ResultKind>(castable.value),
                    Promoted(castable.params, 1, dtypes, attrs));
}

// Gives the output, and all tensors of the same type by rule, this type; false if one is an input
// or does not accept it.
bool TakeType(const FunctionRules& rules, int output, aclDataType dtype, DTypeMap& dtypes) {
  const std::set<int> tied = rules.Tied(output, RuleId::kSameDType);
  const auto fits = [&](int member) {
    const DTypes accepted = rules.AllDTypes(member);
    return rules.param(member).kind == ParamKind::kOutput &&
           std::find(accepted.begin(), accepted.end(), dtype) != accepted.end();
  };
  if (!std::all_of(tied.begin(), tied.end(), fits)) return false;
  for (int member : tied) dtypes[member] = dtype;
  return true;
}

void BreakDType(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  for (int param : rule.params) {
    if (!rules.IsArgument(param) || rules.NamedBefore(rule, param, RuleId::kPromote)) continue;
    if (!rules.param(param).tensor()) {
      Call call = BaseCall(rules);
      call.overrides[param] = rules.param(param).kind == ParamKind::kScalar
                                  ? Json{{"dtype", "complex64"}, {"value", 1}}
                                  : Json("string");
      errors.Add(rules.ParamName(param), call,
                 {rules.CName(param),
                  rules.param(param).kind == ParamKind::kScalar ? "complex64" : "string"});
      continue;
    }
    const std::set<int> changed = rules.TiedBefore(rule, param, RuleId::kSameDType);
    Call call = BaseCall(rules);
    for (int other : changed) call.tensors[other].dtype = BadDType(rules, changed);
    errors.Add(rules.ParamName(param), call,
               {rules.CName(FirstOf(rule, changed)), Name(BadDType(rules, changed))});
  }
}

void BreakSameDType(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const aclDataType other_dtype = BaseDType(rules, 1);
  if (other_dtype == BaseDType(rules)) return;
  for (size_t i = 1; i < rule.params.size(); ++i) {
    const int param = rule.params[i];
    const std::set<int> changed = rules.TiedBefore(rule, param, RuleId::kSameDType);
    if (!rules.IsArgument(param) || changed.contains(rule.params[0])) continue;
    Call call = BaseCall(rules);
    for (int other : changed) call.tensors[other].dtype = other_dtype;
    errors.Add(rules.ParamName(param), call,
               {rules.CName(FirstOf(rule, changed, 1)), Name(other_dtype)});
  }
}

bool IsOneOf(const DTypes& dtypes, aclDataType dtype) {
  return std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end();
}

bool FollowPromote(const FunctionRules& rules, const RuleUse& rule, const Group&, Choice& choice) {
  return IsOneOf(rules.function().AllDTypes(),
                 Promoted(rule.params, rule.has_output ? 1 : 0, choice.dtypes, choice.attrs));
}

void BreakPromote(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  // Dtypes that inputs may have, and results not.
  for (aclDataType dtype : rules.AllDTypes(rule.params[0])) {
    if (IsOneOf(rules.function().AllDTypes(), dtype)) continue;
    Call call = BaseCall(rules);
    for (size_t i = 0; i + (rule.has_output ? 1 : 0) < rule.params.size(); ++i) {
      if (rules.param(rule.params[i]).tensor() && IsOneOf(rules.AllDTypes(rule.params[i]), dtype))
        call.tensors[rule.params[i]].dtype = dtype;
    }
    if (!IsOneOf(rules.function().AllDTypes(),
                 Promoted(rule.params, rule.has_output ? 1 : 0, DTypesOf(call), call.attrs)))
      errors.Add(Name(dtype), call, {rules.CName(rule.params[0]), Name(dtype)});
  }
  if (!rule.has_output) return;
  const int output = rule.params.back();
  if (!rules.IsArgument(output)) return;
  const aclDataType narrow = BaseDType(rules, 1);
  if (narrow != BaseDType(rules)) {
    Call call = BaseCall(rules);
    call.tensors[output].dtype = narrow;
    errors.Add(absl::StrCat(rules.ParamName(output), ".other"), call,
               {rules.CName(output), Name(narrow)});
    for (size_t i = 0; i + 1 < rule.params.size(); ++i) {
      Call mixed = call;
      mixed.tensors[rule.params[i]].dtype = narrow;
      if (PromoteTypes(narrow, BaseDType(rules)) == narrow) continue;
      errors.Add(absl::StrCat(rules.ParamName(output), ".as_", rules.ParamName(rule.params[i])),
                 mixed, {rules.CName(output), Name(narrow)});
    }
  }
  if (!rules.NamedBefore(rule, output, RuleId::kDType)) {
    Call call = BaseCall(rules);
    call.tensors[output].dtype = BadDType(rules, {output});
    errors.Add(absl::StrCat(rules.ParamName(output), ".unsupported"), call,
               {rules.CName(output), Name(BadDType(rules, {output}))});
  }
}

bool FollowCastable(const FunctionRules& rules, const RuleUse& rule, const Group& group,
                    Choice& choice) {
  const auto kind = static_cast<ResultKind>(rule.value);
  const aclDataType promoted = ResultOf(rule, choice.dtypes, choice.attrs);
  const int output = rule.params.back();
  // An output that cannot hold the result that a number leads to (an integer tensor plus 2.5) takes
  // the type of the result.
  if (group.numbers && !CanCastResult(kind, promoted, choice.dtypes.at(output)) &&
      !TakeType(rules, output, promoted, choice.dtypes)) {
    return false;
  }
  if (!CanCastResult(kind, promoted, choice.dtypes.at(output))) return false;
  // Conversions of the result are tried from inputs of one type, else there would be too many
  // cases; but those of lists to float32, by way of what the tensors promote to, from all.
  const auto differs = [&](int param) {
    return rules.param(param).kind == ParamKind::kInput &&
           choice.dtypes.at(param) != choice.dtypes.at(rule.params[0]);
  };
  const bool mixed = std::any_of(rule.params.begin(), rule.params.end(), differs);
  const aclDataType result = choice.dtypes.at(output);
  return group.dtypes == Group::DTypes::kEqual || !mixed || promoted == result ||
         (rules.ListLength() > 0 && result == ACL_FLOAT);
}

// The output takes each kind of dtype to which nothing of its kind is converted.
void BreakCastable(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int output = rule.params.back();
  for (const auto& [way, is_kind] : {std::pair{"integer", &IsInteger}, {"bool", &IsBool}}) {
    const auto target = FirstDType(rules, output, is_kind);
    if (!target.has_value()) continue;
    Call call = BaseCall(rules);
    if (CanCastResult(static_cast<ResultKind>(rule.value),
                      ResultOf(rule, DTypesOf(call), call.attrs), *target))
      continue;
    if (rules.IsArgument(output)) {
      call.tensors[output].dtype = *target;
    } else {
      // In place the output is an input, which cannot hold what it promotes to with the others.
      for (int param : rules.TiedBefore(rule, output, RuleId::kSameDType))
        call.tensors[param].dtype = *target;
      for (int param : rule.params) {
        if (rules.param(param).kind == ParamKind::kScalar)
          call.overrides[param] = {{"dtype", "float32"}, {"value", 1}};
      }
      for (auto& [param, value] : call.attrs) {
        if (rules.param(param).kind == ParamKind::kScalar && !call.overrides.contains(param))
          call.overrides[param] = {{"dtype", "int64"}, {"value", 1}};
      }
    }
    errors.Add(absl::StrCat(rules.ParamName(output), ".", way), call,
               {rules.CName(output), Name(*target)});
  }
}

bool FollowScalarType(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  const std::vector<int> inputs(rule.params.begin() + 1, rule.params.end());
  const aclDataType scalar = choice.attrs.at(rule.params[0]).dtype;
  const aclDataType promoted = Promoted(inputs, 0, choice.dtypes, choice.attrs);
  return CanCast(scalar, promoted) || (promoted == ACL_BOOL && IsInteger(scalar));
}

void BreakScalarType(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int scalar = rule.params[0];
  if (!rules.IsArgument(scalar)) return;
  Call complex = BaseCall(rules);
  complex.overrides[scalar] = {{"dtype", "complex64"}, {"value", 1}};
  if (!rules.NamedBefore(rule, scalar, RuleId::kDType))
    errors.Add(absl::StrCat(rules.ParamName(scalar), ".complex64"), complex,
               {rules.CName(scalar), "complex64"});
  for (const auto& [way, is_kind] : {std::pair{"integer", &IsInteger}, {"bool", &IsBool}}) {
    const auto dtype = FirstDType(rules, rule.params[1], is_kind);
    if (!dtype.has_value()) continue;
    Call call = BaseCall(rules);
    for (auto& [param, tensor] : call.tensors) tensor.dtype = *dtype;
    for (auto& [param, value] : call.attrs) {
      if (rules.param(param).kind == ParamKind::kScalar)
        call.overrides[param] = {{"dtype", "int64"}, {"value", 1}};
    }
    call.overrides[scalar] = {{"dtype", "float32"}, {"value", 1}};
    errors.Add(absl::StrCat(rules.ParamName(scalar), ".float32_with_", way), call,
               {rules.CName(scalar), "float32", Name(*dtype)});
  }
}

bool FollowNamedDType(const FunctionRules&, const RuleUse& rule, const Group&, Choice& choice) {
  const aclDataType dtype = choice.dtypes.at(rule.params[1]);
  choice.attrs[rule.params[0]] = {Name(dtype), dtype};
  return true;
}

void BreakNamedDType(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors) {
  const int named = rule.params[0];
  const auto other = FirstDType(rules, rule.params[1],
                                [&](aclDataType dtype) { return dtype != BaseDType(rules); });
  if (!other.has_value()) return;
  Call call = BaseCall(rules);
  call.overrides[named] = Name(*other);
  errors.Add(rules.ParamName(named), call, {rules.CName(rule.params[1]), Name(*other)});
}

constexpr RuleCases kRuleCases[] = {
    {RuleId::kDType, nullptr, BreakDType},
    {RuleId::kSameDType, nullptr, BreakSameDType},
    {RuleId::kPromote, FollowPromote, BreakPromote},
    {RuleId::kCastable, FollowCastable, BreakCastable},
    {RuleId::kScalarType, FollowScalarType, BreakScalarType},
    {RuleId::kNamedDType, FollowNamedDType, BreakNamedDType},
};

}  // namespace

absl::Span<const RuleCases> DTypeRules() { return kRuleCases; }

}  // namespace openaclnn::specgen
