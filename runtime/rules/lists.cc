#include "runtime/rules/lists.h"

#include <cstddef>
#include <span>

#include "absl/strings/str_cat.h"
#include "runtime/handles/handles.h"

namespace openaclnn {
namespace {

bool IsList(const ParamInfo& param) {
  return param.kind == ParamKind::kInputList || param.kind == ParamKind::kOutputList;
}

std::span<const aclTensor* const> TensorsOf(const ParamInfo& param, const Arg& arg) {
  const aclTensorList* list = IsList(param) ? TensorListPool().Find(arg.tensors) : nullptr;
  if (list == nullptr) return {};
  return list->elements;
}

}  // namespace

size_t ExpandedCall::Members(std::span<const ParamInfo> params, std::span<const Arg> args) {
  size_t members = 0;
  for (size_t i = 0; i < params.size(); ++i) members += TensorsOf(params[i], args[i]).size();
  return members;
}

std::string MemberName(const char* list, int member) {
  return absl::StrCat(list, "[", member, "]");
}

ExpandedCall::ExpandedCall(std::span<const ParamInfo> params, std::span<const Arg> args,
                           std::span<const Rule> rules)
    : params_(params.begin(), params.end()), args_(args.begin(), args.end()) {
  for (size_t i = 0; i < params.size(); ++i) {
    int number = 0;
    for (const aclTensor* tensor : TensorsOf(params[i], args[i])) {
      members_.push_back({static_cast<ParamNumber>(i), number});
      names_.push_back(MemberName(params[i].name, number++));
      ParamInfo& info = params_.emplace_back(params[i]);
      info.name = names_.back().c_str();
      info.kind = params[i].kind == ParamKind::kInputList ? ParamKind::kInputTensor
                                                          : ParamKind::kOutputTensor;
      args_.push_back(Arg::Of(tensor));
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
  const size_t first = params_.size() - members_.size();
  std::vector<ParamNumber> numbers;
  for (size_t i = 0; i < members_.size(); ++i) {
    if (members_[i].list == list) numbers.push_back(static_cast<ParamNumber>(first + i));
  }
  return numbers;
}

}  // namespace openaclnn
