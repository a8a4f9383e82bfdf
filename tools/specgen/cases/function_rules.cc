#include "tools/specgen/cases/function_rules.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "tools/specgen/cases/rule_cases.h"

namespace openaclnn::specgen {

std::vector<int> FunctionRules::TensorParams() const {
  std::vector<int> params;
  for (int i = 0; i < static_cast<int>(spec_.params.size()); ++i) {
    if (spec_.params[i].tensor() && function_->Has(i)) params.push_back(i);
  }
  return params;
}

size_t FunctionRules::ListLength() const {
  size_t length = 0;
  for (int i = 0; i < static_cast<int>(spec_.params.size()); ++i) {
    if (spec_.params[i].is_list()) length = std::max(length, MembersOf(i).size());
  }
  return length;
}

bool FunctionRules::HasLength(const Group& group, size_t shapes) const {
  const auto list = std::find_if(spec_.params.begin(), spec_.params.end(),
                                 [](const Param& param) { return param.is_list(); });
  if (list == spec_.params.end()) return !group.lists;
  return ListLength() == (group.lists ? shapes : static_cast<size_t>(list->lengths[0]));
}

int FunctionRules::LeadInput() const {
  const std::vector<int> inputs = Inputs();
  const auto common = [&](int input) { return spec_.params[input].dtypes.empty(); };
  const auto lead = std::find_if(inputs.begin(), inputs.end(), common);
  return lead != inputs.end() ? *lead : inputs.front();
}

bool FunctionRules::IsArgument(int param) const {
  return !function_->in_place.contains(param) && !function_->fixed.contains(param) &&
         function_->Has(param);
}

bool FunctionRules::HasNumbers() const {
  for (int param = 0; param < static_cast<int>(spec_.params.size()); ++param) {
    if (spec_.params[param].sampled() && function_->Has(param) && !function_->fixed.contains(param))
      return true;
  }
  return false;
}

DTypes FunctionRules::AllOf(const std::vector<DTypes>& products) const {
  if (products.empty()) return function_->AllDTypes();
  Function own;
  own.products = products;
  return own.AllDTypes();
}

DTypes FunctionRules::AllDTypes(int param) const {
  return AllOf(spec_.OwnDTypes(*function_, param));
}

bool FunctionRules::Accepts(int param, int product, aclDataType dtype) const {
  const DTypes& accepted = spec_.Accepted(*function_, param, product);
  return std::find(accepted.begin(), accepted.end(), dtype) != accepted.end();
}

std::vector<int> FunctionRules::ProductsFor(const Call& call) const {
  std::vector<int> result;
  for (int product = 0; product < static_cast<int>(products_.rows.size()); ++product) {
    const auto is_accepted = [&](const auto& entry) {
      return function_->Supports(product) && Accepts(entry.first, product, entry.second.dtype);
    };
    const auto is_forbidden = [&](const RuleUse& rule) {
      return rule.id == RuleId::kAttrProduct &&
             std::find(rule.products.begin(), rule.products.end(), product) !=
                 rule.products.end() &&
             call.attrs.at(rule.params[0]).number != rule.value;
    };
    const auto refuses_scalar = [&](const RuleUse& rule) {
      return rule.id == RuleId::kDType &&
             std::any_of(rule.params.begin(), rule.params.end(), [&](int param) {
               return spec_.params[param].kind == ParamKind::kScalar &&
                      !call.attrs.at(param).null &&
                      !Accepts(param, product, call.attrs.at(param).dtype);
             });
    };
    if (std::all_of(call.tensors.begin(), call.tensors.end(), is_accepted) &&
        std::none_of(function_->rules.begin(), function_->rules.end(), is_forbidden) &&
        std::none_of(function_->rules.begin(), function_->rules.end(), refuses_scalar)) {
      result.push_back(product);
    }
  }
  return result;
}

std::vector<int> FunctionRules::ProductsThat(bool support) const {
  std::vector<int> result;
  for (int product = 0; product < static_cast<int>(products_.rows.size()); ++product) {
    if (function_->Supports(product) == support) result.push_back(product);
  }
  return result;
}

std::set<int> FunctionRules::Tied(int param, RuleId id) const {
  return TiedUpTo(function_->rules.size(), param, id);
}

std::set<int> FunctionRules::TiedBefore(const RuleUse& rule, int param, RuleId id) const {
  return TiedUpTo(static_cast<size_t>(&rule - function_->rules.data()), param, id);
}

bool FunctionRules::NamedBefore(const RuleUse& rule, int param, RuleId id) const {
  return std::any_of(function_->rules.data(), &rule, [&](const RuleUse& earlier) {
    return earlier.id == id &&
           std::find(earlier.params.begin(), earlier.params.end(), param) != earlier.params.end();
  });
}

bool FunctionRules::IsBroadcastTo(int output) const {
  const RuleUse* rule = function_->FindRule(RuleId::kBroadcast);
  return rule != nullptr && std::count(rule->params.begin(), rule->params.end(), output) == 2;
}

bool FunctionRules::AreTruthValues(const std::set<int>& members) const {
  const RuleUse* castable = function_->FindRule(RuleId::kCastable);
  return castable != nullptr && static_cast<ResultKind>(castable->value) == ResultKind::kBool &&
         members == std::set<int>{castable->params.back()};
}

std::optional<ShapeMap> FunctionRules::ShapesFor(const std::vector<Shape>& pattern,
                                                 int64_t dim) const {
  ShapeMap shapes;
  if (const RuleUse* half = function_->FindRule(RuleId::kHalf)) {
    if (pattern.size() != 1 || pattern[0].empty()) return std::nullopt;
    const int64_t rank = static_cast<int64_t>(pattern[0].size());
    if (dim < -rank || dim >= rank) return std::nullopt;
    Shape whole = pattern[0];
    whole[dim < 0 ? dim + rank : dim] *= 2;
    shapes[half->params[1]] = whole;
    for (size_t i = 2; i < half->params.size(); ++i) shapes[half->params[i]] = pattern[0];
  } else if (const RuleUse* broadcast = function_->FindRule(RuleId::kBroadcast)) {
    const size_t inputs = broadcast->params.size() - (broadcast->has_output ? 1 : 0);
    if (pattern.size() != 1 && pattern.size() != inputs) return std::nullopt;
    Shape both = pattern[0];
    for (size_t i = 0; i < inputs; ++i) {
      const Shape& shape = pattern[pattern.size() == 1 ? 0 : i];
      shapes[broadcast->params[i]] = shape;
      const std::optional<Dims> result = BroadcastShapes(both, shape);
      if (!result.has_value()) return std::nullopt;
      both.assign(result->begin(), result->end());
    }
    if (broadcast->has_output) shapes[broadcast->params.back()] = both;
  } else if (IsIndexed(*function_)) {
    const std::optional<ShapeMap> indexed = IndexedShapes(*function_, pattern, dim);
    if (!indexed.has_value()) return std::nullopt;
    shapes = *indexed;
  } else if (const RuleUse* join = FindJoin()) {
    return JoinedShapes(*join, pattern, dim);
  } else if (const RuleUse* split = function_->FindRule(RuleId::kSplit)) {
    // The pieces, joined, are the input.
    RuleUse pieces = *split;
    pieces.params.erase(pieces.params.begin() + 1);
    return JoinedShapes(pieces, pattern, dim);
  } else {
    if (pattern.size() != 1) return std::nullopt;
    for (int param : TensorParams()) shapes[param] = pattern[0];
  }
  for (int param : TensorParams()) {
    if (shapes.contains(param)) continue;
    for (int other : Tied(param, RuleId::kSameShape)) {
      if (shapes.contains(other)) shapes[param] = shapes[other];
    }
  }
  return shapes;
}

const RuleUse* FunctionRules::FindJoin() const {
  const RuleUse* joined = function_->FindRule(RuleId::kJoined);
  return joined != nullptr ? joined : function_->FindRule(RuleId::kStacked);
}

std::optional<ShapeMap> FunctionRules::JoinedShapes(const RuleUse& rule,
                                                    const std::vector<Shape>& pattern,
                                                    int64_t dim) {
  const size_t inputs = rule.params.size() - 2;
  if (pattern.size() != 1 && pattern.size() != inputs) return std::nullopt;
  const bool joined = rule.id == RuleId::kJoined;
  const auto is_nothing = [&](const Shape& shape) { return joined && shape == Shape{0}; };
  const auto first = std::find_if_not(pattern.begin(), pattern.end(), is_nothing);
  Shape result = first == pattern.end() ? pattern[0] : *first;
  const bool stacked = rule.id == RuleId::kStacked;
  if (stacked) result.push_back(0);
  const auto rank = static_cast<int64_t>(result.size());
  if (dim < -rank || dim >= rank) return std::nullopt;
  const auto place = static_cast<size_t>(dim < 0 ? dim + rank : dim);
  if (stacked)
    std::rotate(result.begin() + static_cast<std::ptrdiff_t>(place), result.end() - 1,
                result.end());
  const Shape alike = result;
  result[place] = 0;
  ShapeMap shapes;
  for (size_t i = 0; i < inputs; ++i) {
    const Shape& shape = pattern[pattern.size() == 1 ? 0 : i];
    shapes[rule.params[i + 1]] = shape;
    if (stacked) {
      if (shape != pattern[0]) return std::nullopt;
      ++result[place];
    } else if (!is_nothing(shape)) {
      Shape other = shape;
      if (other.size() != alike.size()) return std::nullopt;
      other[place] = alike[place];
      if (other != alike) return std::nullopt;
      result[place] += shape[place];
    }
  }
  shapes[rule.params.back()] = result;
  return shapes;
}

std::vector<DTypeMap> FunctionRules::DTypeChoices(
    Group::DTypes choice, const std::map<std::string, aclDataType>& own) const {
  const std::set<int> derived = DerivedDTypes();
  std::vector<std::set<int>> classes;
  std::set<int> seen = derived;
  for (int param : TensorParams()) {
    if (seen.contains(param)) continue;
    classes.push_back(Tied(param, RuleId::kSameDType));
    seen.insert(classes.back().begin(), classes.back().end());
  }
  const auto has_common = [&](const std::set<int>& members) {
    return spec_.params[*members.begin()].dtypes.empty();
  };
  std::stable_partition(classes.begin(), classes.end(), has_common);
  const auto own_dtype = [&](const std::set<int>& members) -> std::optional<aclDataType> {
    const auto found = own.find(ParamName(*members.begin()));
    return found != own.end() ? std::optional(found->second) : std::nullopt;
  };
  std::stable_partition(classes.begin(), classes.end(),
                        [&](const auto& members) { return !own_dtype(members).has_value(); });
  const int lead = *classes.front().begin();
  std::vector<DTypeMap> choices = {{}};
  for (const std::set<int>& members : classes) {
    std::vector<DTypeMap> longer;
    for (const auto& chosen : choices) {
      const int first = *members.begin();
      DTypes dtypes =
          choice == Group::DTypes::kEvery ? AllDTypes(first) : AllOf(spec_.params[first].dtypes);
      if (const auto dtype = own_dtype(members)) {
        const DTypes accepted = AllDTypes(first);
        if (std::find(accepted.begin(), accepted.end(), *dtype) == accepted.end()) return {};
        dtypes = {*dtype};
      } else if (choice == Group::DTypes::kEqual && !chosen.empty()) {
        const bool common =
            std::find(dtypes.begin(), dtypes.end(), chosen.at(lead)) != dtypes.end();
        if (!common && has_common(members)) continue;
        dtypes = {common ? chosen.at(lead) : dtypes.front()};
        if (AreTruthValues(members)) dtypes = {ACL_BOOL};
      }
      for (aclDataType dtype : dtypes) {
        longer.push_back(chosen);
        for (int member : members) longer.back()[member] = dtype;
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

std::vector<AttrMap> FunctionRules::AttrChoices(int64_t dim, const Samples& samples) const {
  std::vector<AttrMap> choices = {{}};
  for (int param = 0; param < static_cast<int>(spec_.params.size()); ++param) {
    if (spec_.params[param].tensor() || spec_.params[param].is_list() || !function_->Has(param))
      continue;
    const auto own = samples.find(param);
    std::vector<Value> values = own != samples.end() ? own->second : spec_.params[param].values;
    if (spec_.params[param].kind == ParamKind::kDim) values = {{absl::StrCat(dim), dim}};
    // R.named_dtype finds it, or the rule that it follows from.
    if (spec_.params[param].kind == ParamKind::kDType || spec_.params[param].follows())
      values = {{}};
    if (const auto fixed = function_->fixed.find(param); fixed != function_->fixed.end())
      values = {fixed->second};
    std::vector<AttrMap> longer;
    for (const auto& chosen : choices) {
      for (const Value& value : values) {
        longer.push_back(chosen);
        longer.back()[param] = value;
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

std::vector<Choice> FunctionRules::Completed(const ShapeMap& shapes, const DTypeMap& chosen,
                                             int64_t dim, const Group& group) const {
  std::vector<Choice> result;
  // Listed attributes -> samples of the first that fits.
  std::map<std::vector<int64_t>, std::map<int, std::string>> first;
  for (AttrMap& attrs : AttrChoices(dim, group.samples)) {
    Choice choice = {shapes, chosen, std::move(attrs)};
    if (!Complete(group, choice)) continue;
    std::vector<int64_t> others;
    std::map<int, std::string> samples;
    for (const auto& [param, value] : choice.attrs) {
      if (spec_.params[param].sampled()) {
        samples[param] = value.text;
      } else if (!spec_.params[param].follows()) {
        others.push_back(value.number);
      }
    }
    const auto [known, is_first] = first.insert({others, samples});
    if (!is_first) {
      int differing = 0;
      for (const auto& [param, text] : samples) differing += text != known->second.at(param);
      if (!group.numbers || differing > 1) continue;
    }
    result.push_back(std::move(choice));
  }
  return result;
}

int64_t FunctionRules::RankForDim(const Call& call) const {
  const std::vector<int>& params = function_->FindRule(RuleId::kDim)->params;
  // Of a list the first tensor that is not of shape [0].
  const auto has_rank = [&](int param) { return call.tensors.at(param).shape != Shape{0}; };
  const auto found = std::find_if(params.begin() + 1, params.end(), has_rank);
  const int tensor = found != params.end() ? *found : params[1];
  return static_cast<int64_t>(call.tensors.at(tensor).shape.size());
}

Call FunctionRules::MakeCall(const Choice& choice) const {
  ShapeMap shapes = choice.shapes;
  for (const RuleUse& rule : function_->rules) {
    if (InfoOf(rule.id).form != RuleForm::kReshaped) continue;
    const Shape& from = shapes.at(rule.params[rule.params.size() - 2]);
    shapes[rule.params.back()] = *ReshapedBy(rule, from, choice.attrs);
  }
  Call call;
  for (int param : TensorParams()) {
    call.tensors[param] = {choice.dtypes.at(param), shapes.at(param)};
  }
  call.attrs = choice.attrs;
  call.in_place = function_->in_place;
  MarkIndices(*function_, call);
  return call;
}

std::vector<int> FunctionRules::Present(std::vector<int> params) const {
  std::erase_if(params, [&](int param) { return !function_->Has(param); });
  return params;
}

std::set<int> FunctionRules::TiedUpTo(size_t end, int param, RuleId id) const {
  std::set<int> tied = {param};
  for (size_t before = 0; before != tied.size();) {
    before = tied.size();
    for (size_t i = 0; i < end; ++i) {
      const RuleUse& rule = function_->rules[i];
      const auto in = [&](int other) { return tied.contains(other); };
      if (rule.id == id && std::any_of(rule.params.begin(), rule.params.end(), in))
        tied.insert(rule.params.begin(), rule.params.end());
    }
    for (const auto& [output, input] : function_->in_place) {
      if (tied.contains(output) || tied.contains(input)) tied.insert({output, input});
    }
  }
  return tied;
}

std::set<int> FunctionRules::DerivedDTypes() const {
  const RuleUse* promote = function_->FindRule(RuleId::kPromote);
  if (promote == nullptr || !promote->has_output) return {};
  return Tied(promote->params.back(), RuleId::kSameDType);
}

bool FunctionRules::Complete(const Group& group, Choice& choice) const {
  if (const std::set<int> derived = DerivedDTypes(); !derived.empty()) {
    const RuleUse* promote = function_->FindRule(RuleId::kPromote);
    const aclDataType promoted = Promoted(promote->params, 1, choice.dtypes, choice.attrs);
    for (int member : derived) choice.dtypes[member] = promoted;
  }
  return std::all_of(function_->rules.begin(), function_->rules.end(), [&](const RuleUse& rule) {
    const auto follow = CasesOf(rule.id).follow;
    return follow == nullptr || follow(*this, rule, group, choice);
  });
}

aclDataType Promoted(const std::vector<int>& params, size_t leave, const DTypeMap& dtypes,
                     const AttrMap& attrs) {
  aclDataType promoted = dtypes.at(params[0]);
  for (size_t i = 1; i + leave < params.size(); ++i) {
    const auto tensor = dtypes.find(params[i]);
    if (tensor == dtypes.end() && attrs.at(params[i]).null) continue;
    promoted = tensor != dtypes.end() ? PromoteTypes(promoted, tensor->second)
                                      : PromoteWithScalar(promoted, attrs.at(params[i]).dtype);
  }
  return promoted;
}

DTypeMap DTypesOf(const Call& call) {
  DTypeMap dtypes;
  for (const auto& [param, tensor] : call.tensors) dtypes[param] = tensor.dtype;
  return dtypes;
}

}  // namespace openaclnn::specgen
