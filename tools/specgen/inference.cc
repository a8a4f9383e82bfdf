#include "tools/specgen/inference.h"

#include <algorithm>

namespace openaclnn::specgen {
namespace {

bool Contains(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

std::vector<int> InputsIn(const Spec& spec, const std::vector<int>& params) {
  std::vector<int> inputs;
  for (int param : params) {
    if (spec.params[param].kind == ParamKind::kInput ||
        spec.params[param].kind == ParamKind::kInputList) {
      inputs.push_back(param);
    }
  }
  return inputs;
}

Inference InferOutput(const Spec& spec, const Function& function, int output) {
  Inference result;
  for (const RuleUse& rule : function.rules) {
    if (!rule.has_output || !Contains(rule.params, output)) continue;
    const std::vector<int> inputs = InputsIn(spec, rule.params);
    if (rule.id == RuleId::kBroadcast) result.shape_of = inputs;
    if (rule.id == RuleId::kPromote || rule.id == RuleId::kCastable)
      result.dtype_of = {rule.params.begin(), rule.params.end() - 1};
    if (rule.id == RuleId::kCastable) result.result = static_cast<ResultKind>(rule.value);
    if (rule.id == RuleId::kNamedDType) result.dtype_of = {rule.params[0]};
    if (rule.id == RuleId::kSameShape && !inputs.empty()) result.shape_of = {inputs[0]};
    if (rule.id == RuleId::kSameDType && !inputs.empty()) result.dtype_of = {inputs[0]};
    const RuleForm form = InfoOf(rule.id).form;
    if (form == RuleForm::kReshaped || form == RuleForm::kJoins || form == RuleForm::kSplits ||
        form == RuleForm::kGathers) {
      result.shape_of = inputs;
      result.reshaped = &rule;
    }
    if (rule.id == RuleId::kHalf && rule.params[1] != output) {
      result.shape_of = {rule.params[1]};
      result.halved = rule.params[0];
    }
  }
  // Where the output has any dtype the product accepts, it has what the inputs promote to, or that
  // of the first input.
  if (const RuleUse* promote = function.FindRule(RuleId::kPromote);
      result.dtype_of.empty() && promote != nullptr && !promote->has_output) {
    result.dtype_of = promote->params;
  }
  if (result.dtype_of.empty()) {
    const std::vector<int> inputs = spec.Inputs();
    result.dtype_of = {*std::find_if(inputs.begin(), inputs.end(),
                                     [&](int input) { return function.Has(input); })};
  }
  if (!result.shape_of.empty()) return result;
  // An output whose shape is only said to be that of another one.
  for (const RuleUse& rule : function.rules) {
    if (rule.id != RuleId::kSameShape || !Contains(rule.params, output) || rule.params[0] == output)
      continue;
    const Inference other = InferOutput(spec, function, rule.params[0]);
    result.shape_of = other.shape_of;
    result.halved = other.halved;
  }
  return result;
}

}  // namespace openaclnn::specgen
