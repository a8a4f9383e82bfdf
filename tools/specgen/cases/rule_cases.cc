#include "tools/specgen/cases/rule_cases.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/log/absl_log.h"
#include "absl/strings/str_cat.h"

namespace openaclnn::specgen {
namespace {

bool AcceptedEverywhere(const Function& function, aclDataType dtype) {
  return std::all_of(function.products.begin(), function.products.end(),
                     [&](const DTypes& accepted) {
                       return accepted.empty() ||
                              std::find(accepted.begin(), accepted.end(), dtype) != accepted.end();
                     });
}

}  // namespace

RuleErrors::RuleErrors(const FunctionRules& rules, const RuleUse& rule, CaseFile* file)
    : rules_(rules), rule_(rule), file_(file) {
  const auto is_same = [&](const RuleUse& other) { return other.id == rule.id; };
  repeats_ = static_cast<int>(std::count_if(rules.function().rules.data(), &rule, is_same));
}

void RuleErrors::Add(const std::string& way, const Call& call,
                     const std::vector<std::string>& words, int code,
                     std::optional<std::vector<int>> products) {
  const RuleInfo& info = InfoOf(rule_.id);
  const std::string number = repeats_ == 0 ? "" : absl::StrCat("_", repeats_ + 1);
  file_->AddBroken(rules_, absl::StrCat("error.", info.name, number, ".", way), CaseKind::kError,
                   products.value_or(rules_.ProductsThat(true)), BaseDType(rules_), call,
                   {rule_.id, code != 0 ? code : info.code, words});
}

const RuleCases& CasesOf(RuleId id) {
  for (const auto& rules :
       {ArgumentRules(), DTypeRules(), ShapeRules(), ReshapeRules(), IndexedRules()}) {
    const auto is_it = [&](const RuleCases& rule) { return rule.id == id; };
    const auto found = std::find_if(rules.begin(), rules.end(), is_it);
    if (found != rules.end()) return *found;
  }
  ABSL_LOG(FATAL) << "R." << InfoOf(id).name << " is in none of the tables that rule_cases.h names";
}

Call BaseCall(const FunctionRules& rules) {
  const Function& function = rules.function();
  const aclDataType common = BaseDType(rules);
  DTypeMap base;
  for (int param : rules.TensorParams()) {
    // A parameter may have dtypes of its own, and lack the common one.
    const DTypes own = rules.AllDTypes(param);
    base[param] = std::find(own.begin(), own.end(), common) != own.end() ? common : own.front();
  }
  const auto completed = rules.Completed(*rules.ShapesFor({{2, 3}}, -1), base, -1, {});
  if (completed.empty()) return {};
  Call call = rules.MakeCall(completed.front());
  for (const RuleUse& rule : function.rules) {
    if (rule.id != RuleId::kAttrProduct || function.fixed.contains(rule.params[0])) continue;
    for (const Value& value : rules.param(rule.params[0]).values) {
      if (value.number == rule.value) call.attrs[rule.params[0]] = value;
    }
  }
  return call;
}

aclDataType BaseDType(const FunctionRules& rules, int number) {
  const DTypes all = rules.function().AllDTypes();
  for (aclDataType dtype : all) {
    if (AcceptedEverywhere(rules.function(), dtype) && number-- == 0) return dtype;
  }
  return all.front();
}

aclDataType BadDType(const FunctionRules& rules, const std::set<int>& params) {
  const auto is_bad = [&](aclDataType dtype) {
    return std::none_of(params.begin(), params.end(), [&](int param) {
      const DTypes accepted = rules.AllDTypes(param);
      return std::find(accepted.begin(), accepted.end(), dtype) != accepted.end();
    });
  };
  const auto found = std::find_if(std::begin(kOtherDTypes), std::end(kOtherDTypes), is_bad);
  return found != std::end(kOtherDTypes) ? *found : ACL_COMPLEX128;
}

std::optional<aclDataType> FirstDType(const FunctionRules& rules, int param,
                                      const std::function<bool(aclDataType)>& which) {
  for (aclDataType dtype : rules.AllDTypes(param)) {
    const auto accepts = [&](int product) { return rules.Accepts(param, product, dtype); };
    const std::vector<int> products = rules.ProductsThat(true);
    if (std::all_of(products.begin(), products.end(), accepts) && which(dtype)) return dtype;
  }
  return std::nullopt;
}

int FirstOf(const RuleUse& rule, const std::set<int>& changed, size_t begin) {
  return *std::find_if(rule.params.begin() + static_cast<std::ptrdiff_t>(begin), rule.params.end(),
                       [&](int param) { return changed.contains(param); });
}

}  // namespace openaclnn::specgen
