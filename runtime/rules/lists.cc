#include "runtime/rules/lists.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "runtime/handles/handles.h"

namespace openaclnn {
namespace {

bool IsList(const ParamInfo& param) {
  return param.kind == ParamKind::kInputList || param.kind == ParamKind::kOutputList;
}

absl::Span<const aclTensor* const> TensorsOf(const ParamInfo& param, const Arg& arg) {
  const aclTensorList* list = IsList(param) ? TensorListPool().Find(arg.tensors) : nullptr;
  if (list == nullptr) return {};
  return list->elements;
}

}  // namespace

size_t ExpandedCall::Members(absl::Span<const ParamInfo> params, absl::Span<const Arg> args) {
  size_t members = 0;
  for (size_t i = 0; i < params.size(); ++i) members += TensorsOf(params[i], args[i]).size();
  return members;
}

ExpandedCall::ExpandedCall(absl::Span<const ParamInfo> params, absl::Span<const Arg> args,
                           absl::Span<const Rule> rules)
    : params_(params.begin(), params.end()), args_(args.begin(), args.end()) {
  for (size_t i = 0; i < params.size(); ++i) list_of_.push_back(static_cast<ParamNumber>(i));
  for (size_t i = 0; i < params.size(); ++i) {
    const bool is_input = params[i].kind == ParamKind::kInputList;
    size_t number = 0;
    for (const aclTensor* member : TensorsOf(params[i], args[i])) {
      names_.push_back(absl::StrCat(params[i].name, "[", number++, "]"));
      ParamInfo& info = params_.emplace_back(params[i]);
      info.name = names_.back().c_str();
      info.kind = is_input ? ParamKind::kInputTensor : ParamKind::kOutputTensor;
      args_.push_back(Arg::Of(member));
      list_of_.push_back(static_cast<ParamNumber>(i));
    }
  }
  for (const Rule& rule : rules) {
    std::vector<ParamNumber>& expanded = rule_params_.emplace_back();
    for (const ParamNumber param : rule.params) {
      const bool is_list = IsList(params[param]);
      if (!is_list || rule.id == RuleId::kNull) expanded.push_back(param);
      if (!is_list) continue;
      const std::vector<ParamNumber> members = MembersOf(param);
      expanded.insert(expanded.end(), members.begin(), members.end());
    }
  }
  for (size_t i = 0; i < rules.size(); ++i) {
    rules_.push_back(rules[i]);
    rules_.back().params = rule_params_[i];
  }
}

std::vector<ParamNumber> ExpandedCall::MembersOf(ParamNumber list) const {
  std::vector<ParamNumber> members;
  for (size_t i = 0; i < list_of_.size(); ++i) {
    if (list_of_[i] == list && i != list) members.push_back(static_cast<ParamNumber>(i));
  }
  return members;
}

int ExpandedCall::MemberOf(ParamNumber member) const {
  return static_cast<int>(
             std::count(list_of_.begin(), list_of_.begin() + member, list_of_[member])) -
         1;
}

}  // namespace openaclnn
