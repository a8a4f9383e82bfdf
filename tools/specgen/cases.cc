#include "tools/specgen/cases.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "tools/specgen/sha256.h"

namespace openaclnn::specgen {
namespace {

using Json = nlohmann::ordered_json;

// The types every function is tried with: those with a label of their own in test names, then the
// others that a tensor can be filled with.
constexpr aclDataType kLabelled[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT8};
constexpr aclDataType kOthers[] = {ACL_DOUBLE,    ACL_INT64,     ACL_BOOL,   ACL_UINT8,
                                   ACL_INT16,     ACL_UINT16,    ACL_UINT32, ACL_UINT64,
                                   ACL_COMPLEX64, ACL_COMPLEX128};

// Numbers of vendor-private formats (aclFormat): NC1HWC0, FRACTAL_Z, FRACTAL_NZ.
constexpr int kPrivateFormats[] = {3, 4, 29};

// What speed is measured on: one that call overhead decides, one that stays in the caches of a
// core, and one that memory decides.
constexpr std::array<int64_t, 2> kBenchmarkShapes[] = {{4, 256}, {64, 1024}, {4096, 4096}};
// Steps of two in all inputs; and the first input repeated along its rows.
constexpr std::string_view kBenchmarkLayouts[] = {"contiguous", "stepped", "expanded"};

std::string Name(aclDataType dtype) { return std::string(DTypeName(dtype)); }

std::string ShapeText(const Shape& shape) {
  return shape.empty() ? "scalar" : absl::StrJoin(shape, "x");
}

// The items joined, or the one all are.
std::string Joined(const std::vector<std::string>& items) {
  const bool equal = std::all_of(items.begin(), items.end(),
                                 [&](const std::string& item) { return item == items[0]; });
  return equal && !items.empty() ? items[0] : absl::StrJoin(items, "_");
}

struct Tensor {
  aclDataType dtype = ACL_FLOAT;
  Shape shape;
  std::string layout = "contiguous";
};

// The arguments of one call, by parameter.
struct Call {
  std::map<int, Tensor> tensors;
  std::map<int, Value> attrs;     // all of the operator's
  std::map<int, int> in_place;    // output -> input
  std::map<int, Json> overrides;  // broken arguments, as they stand in the case
};

// Values of expect.
struct Expectation {
  RuleId rule;
  int code;
  std::vector<std::string> words;
};

class Expander {
 public:
  Expander(const Spec& spec, const ProductTable& products, Problems* problems)
      : spec_(spec), products_(products), problems_(problems) {}

  Json Expand(const std::vector<Profile>& profiles) {
    for (const Function& function : spec_.functions) {
      function_ = &function;
      const Profile* profile = FindProfile(profiles, function.profile);
      if (profile == nullptr) return {};
      for (const Group& group : profile->groups) ExpandGroup(group);
      for (const Group& group : spec_.golden.groups) ExpandGroup(group);
      ExpandRejected();
      ExpandErrors();
      ExpandBenchmarks();
      CheckCovered();
    }
    CheckDeviations();
    CheckKnownFailures();
    CheckCounts();
    return File();
  }

 private:
  const Profile* FindProfile(const std::vector<Profile>& profiles, const std::string& name) {
    for (const Profile& profile : profiles) {
      if (profile.name == name) return &profile;
    }
    const auto its_name = [](std::string* out, const Profile& profile) {
      out->append(profile.name);
    };
    problems_->Add(spec_.file, spec_.golden.expect_line,
                   absl::StrCat("there is no profile \"", name, "\"; known are ",
                                absl::StrJoin(profiles, ", ", its_name)));
    return nullptr;
  }

  // --- what the rules say about types and shapes ---

  bool IsAttr(int param) const { return !spec_.params[param].tensor(); }

  std::vector<int> TensorParams() const {
    std::vector<int> params;
    for (int i = 0; i < static_cast<int>(spec_.params.size()); ++i) {
      if (spec_.params[i].tensor() && function_->Has(i)) params.push_back(i);
    }
    return params;
  }
  std::vector<int> Inputs() const { return Present(spec_.Inputs()); }
  std::vector<int> Outputs() const { return Present(spec_.Outputs()); }
  std::vector<int> Present(std::vector<int> params) const {
    std::erase_if(params, [&](int param) { return !function_->Has(param); });
    return params;
  }

  // The dtypes that some product accepts of the parameter, in the order of their first mention.
  DTypes AllDTypes(int param) const {
    if (spec_.params[param].dtypes.empty()) return function_->AllDTypes();
    Function own;
    own.products = spec_.params[param].dtypes;
    return own.AllDTypes();
  }
  bool Accepts(int param, int product, aclDataType dtype) const {
    const DTypes& accepted = spec_.Accepted(*function_, param, product);
    return std::find(accepted.begin(), accepted.end(), dtype) != accepted.end();
  }

  // Where the rule stands in the function's list of checks.
  size_t Position(const RuleUse& rule) const {
    return static_cast<size_t>(&rule - function_->rules.data());
  }

  // The parameters that must equal `param` by rules of type `id` in front of `end`, itself
  // included; in-place pairs are one argument.
  std::set<int> Tied(int param, RuleId id, size_t end) const {
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
  std::set<int> TiedByAll(int param, RuleId id) const {
    return Tied(param, id, function_->rules.size());
  }

  // Shapes of all tensors if the inputs (or, where one tensor is split, its halves) have these;
  // nothing if the operator has no such shapes.
  std::optional<std::map<int, Shape>> ShapesFor(const std::vector<Shape>& pattern,
                                                int64_t dim) const {
    std::map<int, Shape> shapes;
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
    } else {
      if (pattern.size() != 1) return std::nullopt;
      for (int param : TensorParams()) shapes[param] = pattern[0];
    }
    for (int param : TensorParams()) {
      if (shapes.contains(param)) continue;
      for (int other : TiedByAll(param, RuleId::kSameShape)) {
        if (shapes.contains(other)) shapes[param] = shapes[other];
      }
    }
    return shapes;
  }

  // Whether inputs broadcast to the shape that the output has, which does not follow from theirs.
  bool IsBroadcastTo(int output) const {
    const RuleUse* rule = function_->FindRule(RuleId::kBroadcast);
    return rule != nullptr && std::count(rule->params.begin(), rule->params.end(), output) == 2;
  }

  // The tensors whose type follows from those of others, and from scalars.
  std::set<int> DerivedDTypes() const {
    const RuleUse* promote = function_->FindRule(RuleId::kPromote);
    if (promote == nullptr || !promote->has_output) return {};
    return TiedByAll(promote->params.back(), RuleId::kSameDType);
  }

  // What the parameters (tensors and scalars) promote to; the last `leave` are not looked at.
  static aclDataType Promoted(const std::vector<int>& params, size_t leave,
                              const std::map<int, aclDataType>& dtypes,
                              const std::map<int, Value>& attrs) {
    aclDataType promoted = dtypes.at(params[0]);
    for (size_t i = 1; i + leave < params.size(); ++i) {
      const auto tensor = dtypes.find(params[i]);
      if (tensor == dtypes.end() && attrs.at(params[i]).null) continue;
      promoted = tensor != dtypes.end() ? PromoteTypes(promoted, tensor->second)
                                        : PromoteWithScalar(promoted, attrs.at(params[i]).dtype);
    }
    return promoted;
  }

  // The type of the result that R.castable is about.
  static aclDataType ResultOf(const RuleUse& castable, const std::map<int, aclDataType>& dtypes,
                              const std::map<int, Value>& attrs) {
    return ResultType(static_cast<ResultKind>(castable.value),
                      Promoted(castable.params, 1, dtypes, attrs));
  }

  // Completes types and attributes by what follows from others; false if no call has these.
  // `numbers`: an output that cannot hold the result that a number leads to (an integer tensor plus
  // 2.5) takes the type of the result.
  bool Complete(const std::map<int, Shape>& shapes, std::map<int, aclDataType>& dtypes,
                std::map<int, Value>& attrs, const Group& group) const {
    if (const std::set<int> derived = DerivedDTypes(); !derived.empty()) {
      const RuleUse* promote = function_->FindRule(RuleId::kPromote);
      const aclDataType promoted = Promoted(promote->params, 1, dtypes, attrs);
      for (int member : derived) dtypes[member] = promoted;
    }
    for (const RuleUse& rule : function_->rules) {
      if (rule.id == RuleId::kSome) {
        if (std::all_of(rule.params.begin(), rule.params.end(),
                        [&](int param) { return attrs.at(param).null; }))
          return false;
      } else if (rule.id == RuleId::kNamedDType) {
        const aclDataType dtype = dtypes.at(rule.params[1]);
        attrs[rule.params[0]] = {Name(dtype), dtype};
      } else if (rule.id == RuleId::kScalarType) {
        const std::vector<int> inputs(rule.params.begin() + 1, rule.params.end());
        const aclDataType scalar = attrs.at(rule.params[0]).dtype,
                          promoted = Promoted(inputs, 0, dtypes, attrs);
        if (!CanCast(scalar, promoted) && !(promoted == ACL_BOOL && IsInteger(scalar)))
          return false;
      } else if (rule.id == RuleId::kCastable) {
        const auto kind = static_cast<ResultKind>(rule.value);
        const aclDataType promoted = ResultOf(rule, dtypes, attrs);
        if (group.numbers && !CanCastResult(kind, promoted, dtypes.at(rule.params.back())) &&
            !TakeType(rule.params.back(), promoted, dtypes)) {
          return false;
        }
        const aclDataType output = dtypes.at(rule.params.back());
        if (!CanCastResult(kind, promoted, output)) return false;
        // Conversions of the result are tried from inputs of one type, else there would be too many
        // cases.
        const auto differs = [&](int param) {
          return spec_.params[param].kind == ParamKind::kInput &&
                 dtypes.at(param) != dtypes.at(rule.params[0]);
        };
        const bool mixed = std::any_of(rule.params.begin(), rule.params.end(), differs);
        if (group.dtypes == Group::DTypes::kAll && mixed && promoted != output) return false;
      } else if (rule.id == RuleId::kDims) {
        if (!AreDims(attrs.at(rule.params[0]).numbers, shapes.at(rule.params[1]))) return false;
      } else if (rule.id == RuleId::kPermuted) {
        const std::vector<int64_t>& dims = attrs.at(rule.params[0]).numbers;
        const Shape& shape = shapes.at(rule.params[1]);
        if (dims.size() != shape.size() || !AreDims(dims, shape)) return false;
      } else if (rule.id == RuleId::kRolled) {
        const std::vector<int64_t>& dims = attrs.at(rule.params[0]).numbers;
        const auto rank = static_cast<int64_t>(shapes.at(rule.params[1]).size());
        const auto is_dim = [rank](int64_t dim) { return dim >= -rank && dim < rank; };
        if (attrs.at(rule.params[2]).numbers.size() != std::max<size_t>(dims.size(), 1))
          return false;
        if (!std::all_of(dims.begin(), dims.end(), is_dim)) return false;
      } else if (rule.id == RuleId::kAtLeast) {
        const Value& value = attrs.at(rule.params[0]);
        const bool applies = !rule.has_output || attrs.at(rule.params[1]).number != 0;
        if (applies &&
            NumberOf(spec_.params[rule.params[0]], value) < static_cast<double>(rule.value))
          return false;
      }
    }
    return true;
  }

  // Whether R.dims accepts the dimension numbers for the shape.
  static bool AreDims(const std::vector<int64_t>& dims, const Shape& shape) {
    const int64_t rank = std::max<int64_t>(static_cast<int64_t>(shape.size()), 1);
    std::set<int64_t> named;
    return std::all_of(dims.begin(), dims.end(), [&](int64_t dim) {
      return dim >= -rank && dim < rank && named.insert(dim < 0 ? dim + rank : dim).second;
    });
  }

  // The shapes with those of outputs for which arrays say how they follow from inputs.
  std::map<int, Shape> Reshaped(std::map<int, Shape> shapes,
                                const std::map<int, Value>& attrs) const {
    for (const RuleUse& rule : function_->rules) {
      if (rule.id != RuleId::kPermuted) continue;
      const Shape& from = shapes.at(rule.params[1]);
      Shape to;
      for (const int64_t dim : attrs.at(rule.params[0]).numbers) {
        to.push_back(
            from[static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(from.size()) : dim)]);
      }
      shapes[rule.params[2]] = to;
    }
    return shapes;
  }

  // Gives the output, and all tensors of the same type by rule, this type; false if one is an input
  // or does not accept it.
  bool TakeType(int output, aclDataType dtype, std::map<int, aclDataType>& dtypes) const {
    const std::set<int> tied = TiedByAll(output, RuleId::kSameDType);
    const auto fits = [&](int member) {
      const DTypes accepted = AllDTypes(member);
      return spec_.params[member].kind == ParamKind::kOutput &&
             std::find(accepted.begin(), accepted.end(), dtype) != accepted.end();
    };
    if (!std::all_of(tied.begin(), tied.end(), fits)) return false;
    for (int member : tied) dtypes[member] = dtype;
    return true;
  }

  static double NumberOf(const Param& param, const Value& value) {
    const bool whole = param.kind == ParamKind::kInteger ||
                       (param.kind == ParamKind::kScalar && !IsFloat(value.dtype));
    return whole ? static_cast<double>(value.number) : value.real;
  }

  // The first input that has the function's dtypes and none of its own, else the first.
  int LeadInput() const {
    const std::vector<int> inputs = Inputs();
    const auto common = [&](int input) { return spec_.params[input].dtypes.empty(); };
    const auto lead = std::find_if(inputs.begin(), inputs.end(), common);
    return lead != inputs.end() ? *lead : inputs.front();
  }

  // Whether the parameters are one output, of truth values, and of a type of its own.
  bool AreTruthValues(const std::set<int>& members) const {
    const RuleUse* castable = function_->FindRule(RuleId::kCastable);
    return castable != nullptr && static_cast<ResultKind>(castable->value) == ResultKind::kBool &&
           members == std::set<int>{castable->params.back()};
  }

  // Types of all tensors but derived ones: for each class of equal ones, every accepted type or the
  // same one for all classes; parameters with dtypes of their own that lack it have the first of
  // them.
  std::vector<std::map<int, aclDataType>> DTypeChoices(Group::DTypes choice) const {
    const std::set<int> derived = DerivedDTypes();
    std::vector<std::set<int>> classes;
    std::set<int> seen = derived;
    for (int param : TensorParams()) {
      if (seen.contains(param)) continue;
      classes.push_back(TiedByAll(param, RuleId::kSameDType));
      seen.insert(classes.back().begin(), classes.back().end());
    }
    const auto has_common = [&](const std::set<int>& members) {
      return spec_.params[*members.begin()].dtypes.empty();
    };
    std::stable_partition(classes.begin(), classes.end(), has_common);
    const int lead = *classes.front().begin();
    std::vector<std::map<int, aclDataType>> choices = {{}};
    for (const std::set<int>& members : classes) {
      std::vector<std::map<int, aclDataType>> longer;
      for (const auto& chosen : choices) {
        DTypes dtypes = AllDTypes(*members.begin());
        if (choice == Group::DTypes::kEqual && !chosen.empty()) {
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

  // Every combination of attribute values; a dimension number is given by the caller, samples
  // perhaps by a group.
  std::vector<std::map<int, Value>> AttrChoices(int64_t dim, const Samples& samples = {}) const {
    std::vector<std::map<int, Value>> choices = {{}};
    for (int param = 0; param < static_cast<int>(spec_.params.size()); ++param) {
      if (!IsAttr(param) || !function_->Has(param)) continue;
      const auto own = samples.find(param);
      std::vector<Value> values = own != samples.end() ? own->second : spec_.params[param].values;
      if (spec_.params[param].kind == ParamKind::kDim) values = {{absl::StrCat(dim), dim}};
      if (spec_.params[param].kind == ParamKind::kDType) values = {{}};  // Complete() finds it
      if (const auto fixed = function_->fixed.find(param); fixed != function_->fixed.end())
        values = {fixed->second};
      std::vector<std::map<int, Value>> longer;
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

  // Calls that differ in attributes and follow the rules, with completed types: of numbers and
  // arrays the first sample that fits each combination of other attributes, or (`numbers`) every
  // sample of each in turn with the first of the others.
  std::vector<std::pair<std::map<int, aclDataType>, std::map<int, Value>>> Completed(
      const std::map<int, Shape>& shapes, const std::map<int, aclDataType>& chosen, int64_t dim,
      const Group& group) const {
    std::vector<std::pair<std::map<int, aclDataType>, std::map<int, Value>>> result;
    std::map<std::vector<int64_t>, std::map<int, std::string>>
        first;  // listed attributes -> samples of the first that fits
    for (std::map<int, Value> attrs : AttrChoices(dim, group.samples)) {
      std::map<int, aclDataType> dtypes = chosen;
      if (!Complete(shapes, dtypes, attrs, group)) continue;
      std::vector<int64_t> others;
      std::map<int, std::string> samples;
      for (const auto& [param, value] : attrs) {
        if (spec_.params[param].sampled()) {
          samples[param] = value.text;
        } else {
          others.push_back(value.number);
        }
      }
      const auto [known, is_first] = first.insert({others, samples});
      if (!is_first) {
        int differing = 0;
        for (const auto& [param, text] : samples) differing += text != known->second.at(param);
        if (!group.numbers || differing > 1) continue;
      }
      result.push_back({std::move(dtypes), std::move(attrs)});
    }
    return result;
  }

  bool HasNumbers() const {
    for (int param = 0; param < static_cast<int>(spec_.params.size()); ++param) {
      if (spec_.params[param].sampled() && function_->Has(param) &&
          !function_->fixed.contains(param))
        return true;
    }
    return false;
  }

  std::vector<int> ProductsFor(const Call& call) const {
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

  // Products that have the function (or lack it).
  std::vector<int> ProductsThat(bool support) const {
    std::vector<int> result;
    for (int product = 0; product < static_cast<int>(products_.rows.size()); ++product) {
      if (function_->Supports(product) == support) result.push_back(product);
    }
    return result;
  }

  // --- positive cases ---

  void ExpandGroup(const Group& group) {
    if (group.numbers && !HasNumbers()) return;
    const auto lacks = [&](const auto& sampled) {
      return !function_->Has(sampled.first) || function_->fixed.contains(sampled.first);
    };
    if (std::any_of(group.samples.begin(), group.samples.end(), lacks)) return;
    for (const std::vector<Shape>& pattern : group.shapes) {
      std::vector<int64_t> dims = {0};
      if (function_->FindRule(RuleId::kHalf) != nullptr) {
        dims = group.dims;
        if (group.all_dims) {
          dims.clear();
          const int64_t rank = static_cast<int64_t>(pattern[0].size());
          for (int64_t dim = -rank; dim < rank; ++dim) dims.push_back(dim);
        }
      }
      for (int64_t dim : dims) {
        const auto shapes = ShapesFor(pattern, dim);
        if (!shapes.has_value() || !AllowsRanks(*shapes)) continue;
        const auto grows = [&](const auto& pair) {
          return shapes->at(pair.first) != shapes->at(pair.second);
        };
        if (std::any_of(function_->in_place.begin(), function_->in_place.end(), grows)) continue;
        for (const auto& chosen : DTypeChoices(group.dtypes)) {
          for (const auto& [dtypes, attrs] : Completed(*shapes, chosen, dim, group)) {
            Call call;
            const std::map<int, Shape> reshaped = Reshaped(*shapes, attrs);
            for (int param : TensorParams())
              call.tensors[param] = {dtypes.at(param), reshaped.at(param)};
            call.attrs = attrs;
            call.in_place = function_->in_place;
            ExpandLayouts(group, pattern, call);
          }
        }
      }
    }
  }

  bool AllowsRanks(const std::map<int, Shape>& shapes) const {
    return std::all_of(function_->rules.begin(), function_->rules.end(), [&](const RuleUse& rule) {
      if (rule.id != RuleId::kMaxRank && rule.id != RuleId::kMinRank) return true;
      return std::all_of(rule.params.begin(), rule.params.end(), [&](int param) {
        const auto rank = static_cast<int64_t>(shapes.at(param).size());
        return rule.id == RuleId::kMaxRank ? rank <= rule.value : rank >= rule.value;
      });
    });
  }

  // Whether the layout can be had, and is one of its own, for the tensor of the call.
  bool CanHave(const Call& call, int param, std::string_view layout) const {
    const Shape& shape = call.tensors.at(param).shape;
    if (shape.empty() || (layout == "transposed" && shape.size() < 2)) return false;
    if (layout != "expanded") return true;
    const auto is_written = [&](const auto& entry) { return entry.second == param; };
    return spec_.params[param].kind == ParamKind::kInput && shape[0] > 1 &&
           std::none_of(call.in_place.begin(), call.in_place.end(), is_written);
  }

  void ExpandLayouts(const Group& group, const std::vector<Shape>& pattern, const Call& call) {
    if (group.layouts == Group::Layouts::kContiguous) AddPositive(group, pattern, call, "");
    for (std::string_view layout : kLayouts) {
      if (!group.layout.empty() && layout != group.layout) continue;
      Call together = call;
      bool any = false;
      for (int param : TensorParams()) {
        if (call.in_place.contains(param) || !CanHave(call, param, layout)) continue;
        together.tensors[param].layout = layout;
        any = true;
        if (group.layouts != Group::Layouts::kEach) continue;
        Call one = call;
        one.tensors[param].layout = layout;
        AddPositive(group, pattern, one, absl::StrCat(".", layout, "_", spec_.params[param].name));
      }
      if (group.layouts == Group::Layouts::kTogether && any)
        AddPositive(group, pattern, together, absl::StrCat(".", layout));
    }
    if (group.in_place) ExpandInPlace(group, pattern, call);
  }

  void ExpandInPlace(const Group& group, const std::vector<Shape>& pattern, const Call& call) {
    for (int output : Outputs()) {
      for (int input : Inputs()) {
        const Tensor &from = call.tensors.at(input), &to = call.tensors.at(output);
        if (call.in_place.contains(output) || from.dtype != to.dtype || from.shape != to.shape)
          continue;
        Call same = call;
        same.in_place[output] = input;
        AddPositive(group, pattern, same, absl::StrCat(".in_place_", spec_.params[input].name));
        for (std::string_view layout : kLayouts) {
          if (!CanHave(same, input, layout)) continue;
          same.tensors[input].layout = layout;
          AddPositive(group, pattern, same,
                      absl::StrCat(".in_place_", spec_.params[input].name, "_", layout));
        }
      }
    }
  }

  std::string DTypesText(const Call& call) const {
    std::vector<std::string> names;
    for (int param : Inputs()) names.push_back(Name(call.tensors.at(param).dtype));
    // Of an output only what the inputs do not say already.
    aclDataType promoted = call.tensors.at(LeadInput()).dtype;
    for (int param : Inputs()) promoted = PromoteTypes(promoted, call.tensors.at(param).dtype);
    for (int param : Outputs()) {
      if (call.tensors.at(param).dtype != promoted)
        names.push_back(absl::StrCat("to_", Name(call.tensors.at(param).dtype)));
    }
    return Joined(names);
  }

  // The type whose results a call shows: its output's, or for truth values the one that operands
  // were compared in.
  aclDataType ComputedDType(const Call& call) const {
    if (!AreTruthValues({Outputs()[0]})) return call.tensors.at(Outputs()[0]).dtype;
    std::map<int, aclDataType> dtypes;
    for (const auto& [param, tensor] : call.tensors) dtypes[param] = tensor.dtype;
    return Promoted(function_->FindRule(RuleId::kCastable)->params, 1, dtypes, call.attrs);
  }

  void AddPositive(const Group& group, const std::vector<Shape>& pattern, const Call& call,
                   const std::string& suffix) {
    const std::vector<int> products = ProductsFor(call);
    if (products.empty()) return;
    std::vector<std::string> words = {function_->name, group.name};
    std::vector<std::string> shapes;
    for (const Shape& shape : pattern) shapes.push_back(ShapeText(shape));
    words.push_back(absl::StrJoin(shapes, "_"));
    for (const auto& [param, value] : call.attrs) {
      if (function_->fixed.contains(param) || spec_.params[param].kind == ParamKind::kDType)
        continue;
      words.push_back(spec_.params[param].listed()
                          ? value.text
                          : absl::StrCat(ParamName(param), "_", Word(value)));
    }
    words.push_back(DTypesText(call));
    Json entry = Entry(absl::StrCat(absl::StrJoin(words, "."), suffix), "positive", products,
                       ComputedDType(call), call);
    entry["values"] = AddValues(call);
    cases_.push_back(std::move(entry));
    ++positive_;
    for (int product : products) {
      for (const auto& [param, tensor] : call.tensors)
        covered_.insert({function_->name, product, tensor.dtype});
    }
  }

  // A value as part of a name: "float64_0.1".
  static std::string Word(const Value& value) {
    return absl::StrReplaceAll(value.text, {{" ", "_"}});
  }

  // A real number in JSON, which has no infinities and NaN: those are text.
  static Json RealJson(double value) {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  }
  // A number as an argument and in records.
  static Json NumberJson(ParamKind kind, const Value& value) {
    if (kind == ParamKind::kInteger) return value.number;
    if (kind == ParamKind::kIntArray) return value.numbers;
    if (kind != ParamKind::kScalar) return RealJson(value.real);
    if (value.null) return nullptr;
    return {{"dtype", Name(value.dtype)},
            {"value", IsFloat(value.dtype) ? RealJson(value.real) : Json(value.number)}};
  }

  // All attributes as reference.py knows them: words, switches, numbers, and dimension numbers
  // counted from the front.
  Json RecordAttrs(const Call& call) const {
    Json attrs = Json::object();
    for (const auto& [param, value] : call.attrs) {
      const std::string& name = spec_.params[param].name;
      if (spec_.params[param].kind == ParamKind::kDim) {
        const RuleUse* rule = function_->FindRule(RuleId::kDim);
        const int64_t rank = static_cast<int64_t>(call.tensors.at(rule->params[1]).shape.size());
        attrs[name] = value.number < 0 ? value.number + rank : value.number;
      } else if (spec_.params[param].kind == ParamKind::kBool) {
        attrs[name] = value.number != 0;
      } else if (spec_.params[param].sampled()) {
        attrs[name] = NumberJson(spec_.params[param].kind, value);
      } else {
        attrs[name] = value.text;
      }
    }
    return attrs;
  }

  // Records depend on values alone: not on layouts, functions or aliasing.
  std::string AddValues(const Call& call) {
    std::vector<std::string> key_attrs, key_shapes;
    const Json attrs = RecordAttrs(call);
    Json inputs = Json::object(), outputs = Json::object();
    std::string repeats;
    for (const auto& [param, value] : call.attrs) {
      const std::string& name = ParamName(param);
      if (spec_.params[param].kind == ParamKind::kDType) continue;  // the output's dtype says it
      key_attrs.push_back(
          spec_.params[param].listed()                   ? value.text
          : spec_.params[param].kind == ParamKind::kBool ? absl::StrCat(name, value.number != 0)
          : spec_.params[param].sampled()                ? absl::StrCat(name, "_", Word(value))
                                          : absl::StrCat(name, attrs[name].get<int64_t>()));
    }
    for (int param : Inputs()) {
      const Tensor& tensor = call.tensors.at(param);
      Json repeat = Json::array();
      if (tensor.layout == "expanded") {
        repeat.push_back(0);
        absl::StrAppend(&repeats, ".repeat_", spec_.params[param].name);
      }
      inputs[spec_.params[param].name] = {{"dtype", Name(tensor.dtype)},
                                          {"shape", tensor.shape},
                                          {"generator", spec_.golden.generators.at(param)},
                                          {"repeat_dims", repeat}};
      if (const RuleUse* half = function_->FindRule(RuleId::kHalf);
          half != nullptr && half->params[1] == param) {
        inputs[spec_.params[param].name]["split_dim"] = attrs[spec_.params[half->params[0]].name];
      }
      key_shapes.push_back(ShapeText(tensor.shape));
    }
    for (int param : Outputs()) {
      const Tensor& tensor = call.tensors.at(param);
      outputs[spec_.params[param].name] = {{"dtype", Name(tensor.dtype)}, {"shape", tensor.shape}};
      if (IsBroadcastTo(param)) key_shapes.push_back(ShapeText(tensor.shape));
    }
    std::vector<std::string> words = key_attrs;
    words.push_back(DTypesText(call));
    words.push_back(Joined(key_shapes));
    const std::string key = absl::StrCat(absl::StrJoin(words, "."), repeats);
    if (records_.insert(key).second)
      values_.push_back({{"key", key}, {"attrs", attrs}, {"inputs", inputs}, {"outputs", outputs}});
    return key;
  }

  // --- the JSON of a case ---

  static Json TensorJson(const Tensor& tensor) {
    return {{"dtype", Name(tensor.dtype)}, {"shape", tensor.shape}, {"layout", tensor.layout}};
  }

  // A tensor with a view of its own choosing.
  static Json ViewJson(const Tensor& tensor, const std::vector<int64_t>& strides, int64_t offset,
                       const Shape& storage) {
    return {{"dtype", Name(tensor.dtype)},
            {"shape", tensor.shape},
            {"strides", strides},
            {"offset", offset},
            {"storage_shape", storage}};
  }

  Json ArgJson(const Call& call, int param) const {
    if (const auto in_place = call.in_place.find(param); in_place != call.in_place.end())
      return ArgJson(call, in_place->second);
    if (const auto found = call.overrides.find(param); found != call.overrides.end())
      return found->second;
    if (spec_.params[param].tensor()) return TensorJson(call.tensors.at(param));
    const Value& value = call.attrs.at(param);
    switch (spec_.params[param].kind) {
      case ParamKind::kString:
        return value.text;
      case ParamKind::kBool:
        return value.number != 0;
      case ParamKind::kScalar:
      case ParamKind::kDouble:
      case ParamKind::kFloat:
      case ParamKind::kIntArray:
        return NumberJson(spec_.params[param].kind, value);
      case ParamKind::kDType:
        return Name(static_cast<aclDataType>(value.number));
      default:
        return value.number;
    }
  }

  Json ArgsJson(const Call& call) const {
    Json args = Json::object();
    for (int param = 0; param < static_cast<int>(spec_.params.size()); ++param) {
      if (!function_->fixed.contains(param) && function_->Has(param))
        args[spec_.params[param].name] = ArgJson(call, param);
    }
    return args;
  }

  Json Entry(const std::string& id, std::string_view kind, const std::vector<int>& products,
             aclDataType dtype, const Call& call) {
    if (!ids_.insert(id).second)
      problems_->Add(spec_.file, spec_.golden.expect_line,
                     absl::StrCat("two cases have the name ", id));
    Json entry = {{"id", id}, {"kind", kind}, {"function", function_->name}};
    for (int product : products) entry["products"].push_back(products_.rows[product].name);
    entry["dtype"] = Name(dtype);
    entry["args"] = ArgsJson(call);
    for (const auto& [output, input] : call.in_place)
      entry["in_place"][spec_.params[output].name] = spec_.params[input].name;
    return entry;
  }

  void AddBroken(const std::string& id, std::string_view kind, const std::vector<int>& products,
                 aclDataType dtype, const Call& call, const Expectation& expectation) {
    if (products.empty()) return;
    Json entry = Entry(absl::StrCat(function_->name, ".", id), kind, products, dtype, call);
    entry["expect"] = {{"code", expectation.code},
                       {"rule", absl::StrCat("R.", InfoOf(expectation.rule).name)},
                       {"message", expectation.words}};
    cases_.push_back(std::move(entry));
    ++(kind == "rejected" ? rejected_ : errors_);
  }

  // A call that every product which has the function accepts; what is broken is changed in it.
  Call Base() const {
    Call call;
    const auto shapes = ShapesFor({{2, 3}}, -1);
    std::map<int, aclDataType> base;
    for (int param : TensorParams()) base[param] = BaseDType(param, 0);
    const auto completed = Completed(*shapes, base, -1, {});
    if (completed.empty()) {
      problems_->Add(spec_.file, spec_.golden.expect_line,
                     absl::StrCat("no samples of the numbers and arrays of ", function_->name,
                                  " follow its rules with tensors of ", Name(BaseDType())));
      return call;
    }
    const std::map<int, Shape> reshaped = Reshaped(*shapes, completed[0].second);
    for (int param : TensorParams())
      call.tensors[param] = {completed[0].first.at(param), reshaped.at(param)};
    call.attrs = completed[0].second;
    for (const RuleUse& rule : function_->rules) {
      if (rule.id != RuleId::kAttrProduct || function_->fixed.contains(rule.params[0])) continue;
      for (const Value& value : spec_.params[rule.params[0]].values) {
        if (value.number == rule.value) call.attrs[rule.params[0]] = value;
      }
    }
    call.in_place = function_->in_place;
    return call;
  }

  bool AcceptedEverywhere(aclDataType dtype) const {
    return std::all_of(
        function_->products.begin(), function_->products.end(), [&](const DTypes& accepted) {
          return accepted.empty() ||
                 std::find(accepted.begin(), accepted.end(), dtype) != accepted.end();
        });
  }
  // The type that broken calls have, or where the parameter has dtypes of its own and lacks it, its
  // first one.
  aclDataType BaseDType(int param, int number) const {
    const DTypes own = AllDTypes(param);
    const aclDataType common = BaseDType();
    return std::find(own.begin(), own.end(), common) != own.end()
               ? common
               : own[static_cast<size_t>(number)];
  }
  // The first (second ...) type that all products accept; the first type at all if there are not so
  // many.
  aclDataType BaseDType(int number = 0) const {
    for (aclDataType dtype : function_->AllDTypes()) {
      if (AcceptedEverywhere(dtype) && number-- == 0) return dtype;
    }
    return function_->AllDTypes()[0];
  }
  // A type that no product accepts of any of the parameters.
  aclDataType BadDType(const std::set<int>& params) const {
    const auto is_bad = [&](aclDataType dtype) {
      return std::none_of(params.begin(), params.end(), [&](int param) {
        const DTypes accepted = AllDTypes(param);
        return std::find(accepted.begin(), accepted.end(), dtype) != accepted.end();
      });
    };
    const auto found = std::find_if(std::begin(kOthers), std::end(kOthers), is_bad);
    return found != std::end(kOthers) ? *found : ACL_COMPLEX128;
  }

  // --- rejected ---

  void ExpandRejected() {
    std::vector<aclDataType> dtypes(std::begin(kLabelled), std::end(kLabelled));
    dtypes.insert(dtypes.end(), std::begin(kOthers), std::end(kOthers));
    const auto first =
        std::find_if(function_->rules.begin(), function_->rules.end(), [](const RuleUse& rule) {
          return rule.id == RuleId::kDType || rule.id == RuleId::kPromote;
        });
    // Scalars keep their types.
    const int tensor = *std::find_if_not(first->params.begin(), first->params.end(),
                                         [&](int param) { return IsAttr(param); });
    for (aclDataType dtype : dtypes) {
      Call call = Base();
      for (auto& [param, changed] : call.tensors) changed.dtype = dtype;
      std::vector<int> refuse;
      for (int product : ProductsThat(true)) {
        if (!Accepts(tensor, product, dtype)) refuse.push_back(product);
      }
      AddBroken(absl::StrCat("rejected.", Name(dtype)), "rejected", refuse, dtype, call,
                {first->id, kParamInvalid, {function_->c_names[tensor], Name(dtype)}});
      AddBroken(absl::StrCat("no_operator.", Name(dtype)), "rejected", ProductsThat(false), dtype,
                call, {RuleId::kProduct, kFindKernelError, {spec_.op}});
    }
  }

  // --- errors, rule by rule ---

  void ExpandErrors() {
    std::vector<std::pair<size_t, size_t>> broken;  // which of cases_ break each rule that has such
    for (const RuleUse& rule : function_->rules) {
      rule_ = &rule;
      const size_t first = cases_.size();
      repeats_ =
          static_cast<int>(std::count_if(function_->rules.data(), &rule, [&](const RuleUse& other) {
            return other.id == rule.id;
          }));
      switch (rule.id) {
        case RuleId::kSome:
          BreakSome();
          break;
        case RuleId::kNull:
          BreakNull();
          break;
        case RuleId::kProduct:
          break;  // ExpandRejected
        case RuleId::kTensor:
          BreakTensor();
          break;
        case RuleId::kDType:
          BreakDType();
          break;
        case RuleId::kSameDType:
          BreakSameDType();
          break;
        case RuleId::kPromote:
          BreakPromote();
          break;
        case RuleId::kCastable:
          BreakCastable();
          break;
        case RuleId::kScalarType:
          BreakScalarType();
          break;
        case RuleId::kNamedDType:
          BreakNamedDType();
          break;
        case RuleId::kAtLeast:
          BreakAtLeast();
          break;
        case RuleId::kFormat:
          BreakFormat();
          break;
        case RuleId::kMaxRank:
          BreakMaxRank();
          break;
        case RuleId::kMinRank:
          BreakMinRank();
          break;
        case RuleId::kSameShape:
          BreakSameShape();
          break;
        case RuleId::kBroadcast:
          BreakBroadcast();
          break;
        case RuleId::kAttr:
          BreakAttr();
          break;
        case RuleId::kAttrProduct:
          BreakAttrProduct();
          break;
        case RuleId::kDim:
          BreakDim();
          break;
        case RuleId::kDims:
          BreakDims();
          break;
        case RuleId::kPermuted:
          BreakPermuted();
          break;
        case RuleId::kRolled:
          BreakRolled();
          break;
        case RuleId::kHalf:
          BreakHalf();
          break;
        case RuleId::kOutput:
          BreakOutput();
          break;
      }
      if (cases_.size() > first) broken.emplace_back(first, cases_.size());
    }
    for (size_t i = 0; i + 1 < broken.size(); ++i) AddPair(broken[i], broken[i + 1]);
    for (const ExtraError& extra : spec_.golden.errors) {
      if (!extra.function.empty() && extra.function != function_->name) continue;
      Call call = Base();
      for (const auto& [param, text] : extra.args) {
        call.overrides[param] = Json::parse(text);
        if (IsAttr(param)) continue;
        Json whole = TensorJson(call.tensors.at(param));
        whole.update(call.overrides[param]);
        call.overrides[param] = whole;
      }
      AddBroken(absl::StrCat("error.", extra.name), "error", ProductsThat(true), BaseDType(), call,
                {extra.rule, InfoOf(extra.rule).code, extra.message});
    }
  }

  // A call that breaks two neighbouring rules, of which the first decides: cases of both that
  // change different arguments, as one.
  void AddPair(const std::pair<size_t, size_t>& earlier, const std::pair<size_t, size_t>& later) {
    const Json base = ArgsJson(Base());
    // Arguments, and of tensors the type, the format, or where the elements lie.
    const auto changed = [&](const Json& test) {
      std::set<std::pair<std::string, std::string>> parts;
      for (const auto& [name, value] : test["args"].items()) {
        const Json& before = base.at(name);
        if (value == before) continue;
        if (!value.is_object() || !value.contains("shape"))
          parts.insert({{name, "dtype"}, {name, "format"}, {name, "elements"}});
        for (const auto& object : {value, before}) {
          for (const auto& [key, field] : object.items()) {
            if (!value.is_object() ||
                (value.contains(key) && before.contains(key) && value[key] == before[key]))
              continue;
            parts.insert({name, key == "dtype" || key == "format" ? key : "elements"});
          }
        }
      }
      return parts;
    };
    const auto copy_part = [](const Json& from, const std::string& part, Json& to) {
      if (!from.is_object() || !from.contains("shape")) {
        to = from;
      } else if (part != "elements") {
        to[part] = from[part];
      } else {
        Json whole = from;
        for (const char* key : {"dtype", "format"}) {
          whole.erase(key);
          if (to.contains(key)) whole[key] = to[key];
        }
        to = whole;
      }
    };
    const auto rule_of = [](const Json& test) {
      return std::vector<std::string>(absl::StrSplit(test["id"].get<std::string>(), '.'))[2];
    };
    for (size_t a = earlier.first; a < earlier.second; ++a) {
      for (size_t b = later.first; b < later.second; ++b) {
        Json both = cases_[a];
        const auto parts = changed(cases_[a]), others = changed(cases_[b]);
        const auto is_changed = [&](const auto& part) { return parts.contains(part); };
        if (parts.empty() || others.empty() ||
            std::any_of(others.begin(), others.end(), is_changed))
          continue;
        for (const auto& [name, part] : others)
          copy_part(cases_[b]["args"][name], part, both["args"][name]);
        both["products"] = Json::array();
        for (const Json& product : cases_[a]["products"]) {
          const Json& products = cases_[b]["products"];
          if (std::find(products.begin(), products.end(), product) != products.end())
            both["products"].push_back(product);
        }
        if (both["products"].empty()) continue;
        both["id"] = absl::StrCat(function_->name, ".error.", rule_of(cases_[a]), "_before_",
                                  rule_of(cases_[b]));
        ids_.insert(both["id"]);
        cases_.push_back(std::move(both));
        ++errors_;
        return;
      }
    }
  }

  // An error case of the rule at hand. `way` says what is broken.
  void AddError(const std::string& way, const Call& call, const std::vector<std::string>& words,
                int code = 0, std::optional<std::vector<int>> products = std::nullopt) {
    const RuleInfo& info = InfoOf(rule_->id);
    const std::string number = repeats_ == 0 ? "" : absl::StrCat("_", repeats_ + 1);
    AddBroken(absl::StrCat("error.", info.name, number, ".", way), "error",
              products.value_or(ProductsThat(true)), BaseDType(), call,
              {rule_->id, code != 0 ? code : info.code, words});
  }

  // Parameters that are not an argument of their own: an in-place output is its input, a fixed
  // attribute is none.
  bool IsArgument(int param) const {
    return !function_->in_place.contains(param) && !function_->fixed.contains(param) &&
           function_->Has(param);
  }
  const std::string& ParamName(int param) const { return spec_.params[param].name; }
  const std::string& CName(int param) const { return function_->c_names[param]; }
  static std::string ShapeWord(const Shape& shape) { return DimsToString(shape); }

  // The first of the rule's parameters that is one of these: the one the message names.
  int FirstOf(const std::set<int>& changed, size_t begin = 0) const {
    return *std::find_if(rule_->params.begin() + begin, rule_->params.end(),
                         [&](int param) { return changed.contains(param); });
  }
  bool TiedEarlier(int param, RuleId id) const {
    return std::any_of(function_->rules.data(), rule_, [&](const RuleUse& earlier) {
      return earlier.id == id &&
             std::find(earlier.params.begin(), earlier.params.end(), param) != earlier.params.end();
    });
  }

  void BreakSome() {
    Call call = Base();
    std::vector<std::string> names;
    for (int param : rule_->params) {
      call.overrides[param] = nullptr;
      names.push_back(CName(param));
    }
    AddError("all", call, names);
    AddError("no_operator", call, names, 0, ProductsThat(false));
  }

  void BreakNull() {
    Call all = Base();
    for (int param : rule_->params) {
      if (!IsArgument(param)) continue;
      Call call = Base();
      call.overrides[param] = nullptr;
      all.overrides[param] = nullptr;
      AddError(ParamName(param), call, {CName(param)});
      // Null comes before everything else, also where the product lacks the operator.
      AddError(absl::StrCat(ParamName(param), ".no_operator"), call, {CName(param)}, 0,
               ProductsThat(false));
    }
    AddError("all", all, {CName(rule_->params[0])});
  }

  void BreakTensor() {
    constexpr int64_t kHuge = int64_t{1} << 40;
    for (int param : rule_->params) {
      if (!IsArgument(param)) continue;
      const auto add = [&](std::string_view way, int code,
                           const std::function<Json(Tensor)>& make) {
        Call call = Base();
        call.overrides[param] = make(call.tensors.at(param));
        AddError(absl::StrCat(ParamName(param), ".", way), call, {CName(param)}, code);
      };
      const auto count = [](const Shape& shape) { return *ElementCount(shape); };
      // Transposed: what a contiguous view's storage is said to be does not matter.
      add("short_storage", kInnerNullptr,
          [&](Tensor t) { return ViewJson(t, {1, t.shape[0]}, 0, {count(t.shape) - 1}); });
      add("offset", kInnerNullptr,
          [&](Tensor t) { return ViewJson(t, {1, t.shape[0]}, 1, {count(t.shape)}); });
      add("negative_offset", kInnerNullptr,
          [&](Tensor t) { return ViewJson(t, {t.shape[1], 1}, -1, {count(t.shape)}); });
      add("negative_stride", kInnerNullptr,
          [&](Tensor t) { return ViewJson(t, {t.shape[1], -1}, 0, {count(t.shape)}); });
      add("stride_overflow", kInnerNullptr, [&](Tensor t) {
        return ViewJson(t,
                        {std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::max()},
                        0, {count(t.shape)});
      });
      add("negative_extent", kParamInvalid, [&](Tensor t) {
        t.shape[0] = -t.shape[0];
        return ViewJson(t, {t.shape[1], 1}, 0, {-count({t.shape[1]}) * t.shape[0]});
      });
      add("count_overflow", kParamInvalid, [&](Tensor t) {
        const Shape storage = {count(t.shape)};
        t.shape = {kHuge, kHuge};
        return ViewJson(t, {0, 0}, 0, storage);
      });
    }
  }

  void BreakDType() {
    for (int param : rule_->params) {
      if (!IsArgument(param) || TiedEarlier(param, RuleId::kPromote)) continue;
      if (!spec_.params[param].tensor()) {
        Call call = Base();
        call.overrides[param] = spec_.params[param].kind == ParamKind::kScalar
                                    ? Json{{"dtype", "complex64"}, {"value", 1}}
                                    : Json("string");
        AddError(ParamName(param), call,
                 {CName(param),
                  spec_.params[param].kind == ParamKind::kScalar ? "complex64" : "string"});
        continue;
      }
      const std::set<int> changed = Tied(param, RuleId::kSameDType, Position(*rule_));
      Call call = Base();
      for (int other : changed) call.tensors[other].dtype = BadDType(changed);
      AddError(ParamName(param), call, {CName(FirstOf(changed)), Name(BadDType(changed))});
    }
  }

  void BreakSameDType() {
    const aclDataType other_dtype = BaseDType(1);
    if (other_dtype == BaseDType()) return;
    for (size_t i = 1; i < rule_->params.size(); ++i) {
      const int param = rule_->params[i];
      const std::set<int> changed = Tied(param, RuleId::kSameDType, Position(*rule_));
      if (!IsArgument(param) || changed.contains(rule_->params[0])) continue;
      Call call = Base();
      for (int other : changed) call.tensors[other].dtype = other_dtype;
      AddError(ParamName(param), call, {CName(FirstOf(changed, 1)), Name(other_dtype)});
    }
  }

  void BreakPromote() {
    if (!rule_->has_output) return;
    const int output = rule_->params.back();
    if (!IsArgument(output)) return;
    const aclDataType narrow = BaseDType(1);
    if (narrow != BaseDType()) {
      Call call = Base();
      call.tensors[output].dtype = narrow;
      AddError(absl::StrCat(ParamName(output), ".other"), call, {CName(output), Name(narrow)});
      for (size_t i = 0; i + 1 < rule_->params.size(); ++i) {
        Call mixed = call;
        mixed.tensors[rule_->params[i]].dtype = narrow;
        if (PromoteTypes(narrow, BaseDType()) == narrow) continue;
        AddError(absl::StrCat(ParamName(output), ".as_", ParamName(rule_->params[i])), mixed,
                 {CName(output), Name(narrow)});
      }
    }
    if (!TiedEarlier(output, RuleId::kDType)) {
      Call call = Base();
      call.tensors[output].dtype = BadDType({output});
      AddError(absl::StrCat(ParamName(output), ".unsupported"), call,
               {CName(output), Name(BadDType({output}))});
    }
  }

  // The first dtype that `which` allows for the parameter on all products that have the function.
  template <typename Which>
  std::optional<aclDataType> FirstDType(int param, const Which& which) const {
    for (aclDataType dtype : AllDTypes(param)) {
      const auto accepts = [&](int product) { return Accepts(param, product, dtype); };
      const std::vector<int> products = ProductsThat(true);
      if (std::all_of(products.begin(), products.end(), accepts) && which(dtype)) return dtype;
    }
    return std::nullopt;
  }

  // The output takes each kind of dtype to which nothing of its kind is converted.
  void BreakCastable() {
    const int output = rule_->params.back();
    for (const auto& [way, is_kind] : {std::pair{"integer", &IsInteger}, {"bool", &IsBool}}) {
      const auto target = FirstDType(output, is_kind);
      if (!target.has_value()) continue;
      Call call = Base();
      std::map<int, aclDataType> dtypes;
      for (const auto& [param, tensor] : call.tensors) dtypes[param] = tensor.dtype;
      if (CanCastResult(static_cast<ResultKind>(rule_->value), ResultOf(*rule_, dtypes, call.attrs),
                        *target))
        continue;
      if (IsArgument(output)) {
        call.tensors[output].dtype = *target;
      } else {
        // In place the output is an input, which cannot hold what it promotes to with the others.
        for (int param : Tied(output, RuleId::kSameDType, Position(*rule_)))
          call.tensors[param].dtype = *target;
        for (int param : rule_->params) {
          if (spec_.params[param].kind == ParamKind::kScalar)
            call.overrides[param] = {{"dtype", "float32"}, {"value", 1}};
        }
        for (auto& [param, value] : call.attrs) {
          if (spec_.params[param].kind == ParamKind::kScalar && !call.overrides.contains(param))
            call.overrides[param] = {{"dtype", "int64"}, {"value", 1}};
        }
      }
      AddError(absl::StrCat(ParamName(output), ".", way), call, {CName(output), Name(*target)});
    }
  }
  static bool IsBool(aclDataType dtype) { return dtype == ACL_BOOL; }

  void BreakScalarType() {
    const int scalar = rule_->params[0];
    if (!IsArgument(scalar)) return;
    Call complex = Base();
    complex.overrides[scalar] = {{"dtype", "complex64"}, {"value", 1}};
    if (!TiedEarlier(scalar, RuleId::kDType))
      AddError(absl::StrCat(ParamName(scalar), ".complex64"), complex,
               {CName(scalar), "complex64"});
    for (const auto& [way, is_kind] : {std::pair{"integer", &IsInteger}, {"bool", &IsBool}}) {
      const auto dtype = FirstDType(rule_->params[1], is_kind);
      if (!dtype.has_value()) continue;
      Call call = Base();
      for (auto& [param, tensor] : call.tensors) tensor.dtype = *dtype;
      for (auto& [param, value] : call.attrs) {
        if (spec_.params[param].kind == ParamKind::kScalar)
          call.overrides[param] = {{"dtype", "int64"}, {"value", 1}};
      }
      call.overrides[scalar] = {{"dtype", "float32"}, {"value", 1}};
      AddError(absl::StrCat(ParamName(scalar), ".float32_with_", way), call,
               {CName(scalar), "float32", Name(*dtype)});
    }
  }

  void BreakNamedDType() {
    const int named = rule_->params[0];
    const auto other =
        FirstDType(rule_->params[1], [&](aclDataType dtype) { return dtype != BaseDType(); });
    if (!other.has_value()) return;
    Call call = Base();
    call.overrides[named] = Name(*other);
    AddError(ParamName(named), call, {CName(rule_->params[1]), Name(*other)});
  }

  void BreakAtLeast() {
    const int param = rule_->params[0];
    if (!IsArgument(param) || (rule_->has_output && !IsArgument(rule_->params[1]))) return;
    for (double less : {0.5, 1.0, std::numeric_limits<double>::infinity()}) {
      const bool whole = spec_.params[param].kind == ParamKind::kInteger;
      if (whole && less != 1) continue;
      Value value = {.text = "",
                     .number = rule_->value - 1,
                     .real = static_cast<double>(rule_->value) - less,
                     .dtype = ACL_FLOAT};
      Call call = Base();
      call.overrides[param] = NumberJson(spec_.params[param].kind, value);
      if (rule_->has_output) call.overrides[rule_->params[1]] = true;
      AddError(absl::StrCat(ParamName(param), ".less_by_", less), call,
               {CName(param), absl::StrCat(rule_->value)});
    }
  }

  void BreakFormat() {
    for (int param : rule_->params) {
      if (!IsArgument(param)) continue;
      for (int format : kPrivateFormats) {
        Call call = Base();
        call.overrides[param] = TensorJson(call.tensors.at(param));
        call.overrides[param]["format"] = format;
        AddError(absl::StrCat(ParamName(param), ".format_", format), call,
                 {CName(param), absl::StrCat(format)});
      }
    }
  }

  void BreakMaxRank() {
    const auto shapes = ShapesFor({Shape(static_cast<size_t>(rule_->value) + 1, 1)}, -1);
    for (int param : rule_->params) {
      if (!IsArgument(param)) continue;
      const bool tied = TiedEarlier(param, RuleId::kSameShape) ||
                        TiedEarlier(param, RuleId::kBroadcast) || TiedEarlier(param, RuleId::kHalf);
      Call call = Base();
      for (auto& [other, tensor] : call.tensors) {
        if (tied || other == param) tensor.shape = shapes->at(other);
      }
      AddError(ParamName(param), call,
               {CName(tied ? rule_->params[0] : param), absl::StrCat(rule_->value)});
    }
  }

  // In all tensors, so that they stay alike.
  void BreakMinRank() {
    for (const Shape& shape : {Shape{}, Shape{3}, Shape{0}}) {
      if (static_cast<int64_t>(shape.size()) >= rule_->value) continue;
      Call call = Base();
      for (auto& [param, tensor] : call.tensors) tensor.shape = shape;
      AddError(ShapeText(shape), call, {CName(rule_->params[0]), ShapeWord(shape)});
    }
  }

  void BreakSameShape() {
    for (size_t i = 1; i < rule_->params.size(); ++i) {
      const int param = rule_->params[i];
      const std::set<int> changed = Tied(param, RuleId::kSameShape, Position(*rule_));
      if (!IsArgument(param) || changed.contains(rule_->params[0]) ||
          TiedEarlier(param, RuleId::kHalf) || TiedEarlier(param, RuleId::kBroadcast)) {
        continue;
      }
      const Shape right = Base().tensors.at(param).shape;
      const std::pair<std::string_view, Shape> ways[] = {
          {"extent", {right[0], right[1] + 1}}, {"rank", {1, right[0], right[1]}},
          {"repeats", {1, right[1]}},           {"flat", {right[0] * right[1]}},
          {"swapped", {right[1], right[0]}},    {"empty", {right[0], 0}}};
      for (const auto& [way, shape] : ways) {
        Call call = Base();
        for (int other : changed) call.tensors[other].shape = shape;
        AddError(absl::StrCat(ParamName(param), ".", way), call,
                 {CName(FirstOf(changed, 1)), ShapeWord(shape)});
      }
    }
  }

  void BreakBroadcast() {
    const size_t inputs = rule_->params.size() - (rule_->has_output ? 1 : 0);
    const Shape right = Base().tensors.at(rule_->params[0]).shape;
    for (size_t i = 1; i < inputs; ++i) {
      const int param = rule_->params[i];
      for (const Shape& shape : {Shape{right[0], right[1] + 1}, Shape{right[0] + 1, right[1]},
                                 Shape{right[1], right[0]}, Shape{right[0]}, Shape{0}}) {
        Call call = Base();
        call.tensors[param].shape = shape;
        AddError(absl::StrCat(ParamName(param), ".", ShapeText(shape)), call,
                 {CName(param), ShapeWord(shape)});
      }
    }
    if (!rule_->has_output) return;
    const int output = rule_->params.back();
    if (!IsArgument(output)) {
      // In place the output is an input, which must not have to grow.
      Call call = Base();
      for (int param : {output, function_->in_place.at(output)})
        call.tensors[param].shape = {right[0], 1};
      AddError(absl::StrCat(ParamName(output), ".smaller"), call,
               {CName(output), ShapeWord({right[0], 1})});
      return;
    }
    for (const Shape& shape : {Shape{right[0], right[1] + 1}, Shape{right[1]},
                               Shape{1, right[0], right[1]}, Shape{right[0], 1}, Shape{}}) {
      Call call = Base();
      call.tensors[output].shape = shape;
      // To one more dimension of extent 1 the inputs broadcast.
      if (IsBroadcastTo(output) && shape.size() > right.size()) continue;
      AddError(absl::StrCat(ParamName(output), ".", ShapeText(shape)), call,
               {CName(output), ShapeWord(shape)});
    }
    Call call = Base();
    for (size_t i = 0; i < inputs; ++i) call.tensors[rule_->params[i]].shape[i % 2] = 1;
    call.tensors[output].shape = call.tensors.at(rule_->params[0]).shape;
    AddError(absl::StrCat(ParamName(output), ".as_first"), call,
             {CName(output), ShapeWord(call.tensors[output].shape)});
  }

  void BreakAttr() {
    for (int param : rule_->params) {
      if (!IsArgument(param)) continue;
      const std::vector<Value>& values = spec_.params[param].values;
      if (spec_.params[param].kind == ParamKind::kString) {
        const std::string& valid = values[0].text;
        const std::pair<std::string_view, std::string> ways[] = {
            {"empty", ""},
            {"upper_case", absl::AsciiStrToUpper(valid)},
            {"longer", valid + "x"},
            {"shorter", valid.substr(0, valid.size() - 1)}};
        for (const auto& [way, text] : ways) {
          Call call = Base();
          call.overrides[param] = text;
          AddError(absl::StrCat(ParamName(param), ".", way), call,
                   {CName(param), absl::StrCat("\"", text, "\"")});
        }
      } else {
        const auto [low, high] =
            std::minmax_element(values.begin(), values.end(),
                                [](const Value& a, const Value& b) { return a.number < b.number; });
        // The last becomes an accepted value where somebody keeps 32 bits.
        for (int64_t number :
             {low->number - 1, high->number + 1, std::numeric_limits<int64_t>::min(),
              (int64_t{1} << 32) + low->number}) {
          Call call = Base();
          call.overrides[param] = number;
          AddError(absl::StrCat(ParamName(param), ".", number), call,
                   {CName(param), absl::StrCat(number)});
        }
      }
    }
  }

  void BreakAttrProduct() {
    const int param = rule_->params[0];
    if (!IsArgument(param)) return;
    std::vector<int> products;
    for (int product : rule_->products) {
      if (function_->Supports(product)) products.push_back(product);
    }
    for (const Value& value : spec_.params[param].values) {
      if (value.number == rule_->value) continue;
      Call call = Base();
      call.attrs[param] = value;
      AddError(absl::StrCat(ParamName(param), ".", value.text), call, {CName(param)}, 0, products);
    }
  }

  void BreakDim() {
    const int param = rule_->params[0];
    if (!IsArgument(param)) return;
    const int64_t rank = static_cast<int64_t>(Base().tensors.at(rule_->params[1]).shape.size());
    // The last becomes -1 where somebody keeps 32 bits.
    for (int64_t dim : {rank, -rank - 1, std::numeric_limits<int64_t>::max(),
                        std::numeric_limits<int64_t>::min(), (int64_t{1} << 32) - 1}) {
      Call call = Base();
      call.overrides[param] = dim;
      AddError(absl::StrCat(ParamName(param), ".", dim), call, {CName(param), absl::StrCat(dim)});
    }
    if (TiedEarlier(rule_->params[1], RuleId::kHalf)) return;
    for (int64_t dim : {1, -2}) {
      Call call = Base();
      for (auto& [other, tensor] : call.tensors) tensor.shape = {};
      call.overrides[param] = dim;
      AddError(absl::StrCat(ParamName(param), ".scalar_", dim), call,
               {CName(param), absl::StrCat(dim)});
    }
  }

  void BreakDims() {
    const int param = rule_->params[0];
    if (!IsArgument(param)) return;
    const int64_t rank = static_cast<int64_t>(Base().tensors.at(rule_->params[1]).shape.size());
    const auto add = [&](const std::string& way, const std::vector<int64_t>& dims,
                         const std::string& word) {
      Call call = Base();
      call.overrides[param] = dims;
      AddError(absl::StrCat(ParamName(param), ".", way), call, {CName(param), word});
    };
    // The last becomes -1 where somebody keeps 32 bits.
    for (int64_t dim : {rank, -rank - 1, std::numeric_limits<int64_t>::max(),
                        std::numeric_limits<int64_t>::min(), (int64_t{1} << 32) - 1}) {
      add(absl::StrCat(dim), {dim}, absl::StrCat(dim));
      add(absl::StrCat("second_", dim), {0, dim}, absl::StrCat(dim));
    }
    add("twice", {rank - 1, rank - 1}, absl::StrCat(rank - 1));
    add("twice_from_both_ends", {0, -rank}, "0");
    for (int64_t dim : {1, -2}) {
      Call call = Base();
      for (auto& [other, tensor] : call.tensors) tensor.shape = {};
      call.overrides[param] = std::vector<int64_t>{dim};
      AddError(absl::StrCat(ParamName(param), ".scalar_", dim), call,
               {CName(param), absl::StrCat(dim)});
    }
  }

  void BreakPermuted() {
    const int param = rule_->params[0], output = rule_->params[2];
    if (!IsArgument(param)) return;
    const Call base = Base();
    const int64_t rank = static_cast<int64_t>(base.tensors.at(rule_->params[1]).shape.size());
    const auto add = [&](const std::string& way, const std::vector<int64_t>& dims,
                         const std::string& word) {
      Call call = base;
      call.overrides[param] = dims;
      AddError(absl::StrCat(ParamName(param), ".", way), call, {CName(param), word});
    };
    // The last becomes -1 where somebody keeps 32 bits.
    for (int64_t dim : {rank, -rank - 1, std::numeric_limits<int64_t>::max(),
                        std::numeric_limits<int64_t>::min(), (int64_t{1} << 32) - 1}) {
      add(absl::StrCat(dim), {0, dim}, absl::StrCat(dim));
    }
    add("twice", {rank - 1, rank - 1}, absl::StrCat(rank - 1));
    add("twice_from_both_ends", {0, -rank}, "0");
    add("none", {}, "[]");
    add("too_few", {0}, "[0]");
    add("too_many", {0, 1, 0}, "[0, 1, 0]");
    const Shape right = base.tensors.at(output).shape;
    for (const Shape& shape :
         {Shape{right[1], right[0]}, Shape{right[0], right[1] + 1}, Shape{right[0]},
          Shape{1, right[0], right[1]}, Shape{right[0] * right[1], 1}, Shape{}}) {
      Call call = base;
      call.tensors[output].shape = shape;
      AddError(absl::StrCat(ParamName(output), ".", ShapeText(shape)), call,
               {CName(output), ShapeWord(shape)});
    }
  }

  void BreakRolled() {
    const int dims = rule_->params[0], shifts = rule_->params[2];
    const int64_t rank = static_cast<int64_t>(Base().tensors.at(rule_->params[1]).shape.size());
    const auto add = [&](const std::string& way, const std::vector<int64_t>& its_shifts,
                         const std::vector<int64_t>& its_dims, int word) {
      Call call = Base();
      call.overrides[shifts] = its_shifts;
      call.overrides[dims] = its_dims;
      AddError(way, call, {CName(word)});
      if (its_dims.empty()) return;
      for (auto& [other, tensor] : call.tensors) tensor.shape = {};
      AddError(way + ".scalar", call, {CName(word)});
    };
    add("no_shifts", {}, {}, shifts);
    add("too_few_shifts", {1}, {0, 1}, shifts);
    add("too_many_shifts", {1, 2}, {0}, shifts);
    add("shifts_without_dims", {1, 2}, {}, shifts);
    // The last becomes -1 where somebody keeps 32 bits.
    for (int64_t dim : {rank, -rank - 1, std::numeric_limits<int64_t>::max(),
                        std::numeric_limits<int64_t>::min(), (int64_t{1} << 32) - 1}) {
      add(absl::StrCat(ParamName(dims), ".", dim), {1}, {dim}, dims);
      add(absl::StrCat(ParamName(dims), ".second_", dim), {1, 1}, {0, dim}, dims);
    }
  }

  void BreakHalf() {
    const int whole = rule_->params[1];
    for (size_t i = 2; i < rule_->params.size(); ++i) {
      const std::set<int> changed = Tied(rule_->params[i], RuleId::kSameShape, Position(*rule_));
      if (changed.contains(whole) || FirstOf(changed, 2) != rule_->params[i]) continue;
      const Shape right = Base().tensors.at(rule_->params[i]).shape;
      const std::pair<std::string_view, Shape> ways[] = {
          {"smaller", {right[0], right[1] - 1}},
          {"whole", {right[0], right[1] * 2}},
          {"other_dimension", {right[0] + 1, right[1]}},
          {"rank", {1, right[0], right[1]}},
          {"first_dimension", {right[0] * 2, right[1] / 2}}};
      for (const auto& [way, shape] : ways) {
        Call call = Base();
        for (int other : changed) call.tensors[other].shape = shape;
        AddError(absl::StrCat(ParamName(rule_->params[i]), ".", way), call,
                 {CName(rule_->params[i]), ShapeWord(shape)});
      }
    }
    Call odd = Base();
    for (int other : Tied(whole, RuleId::kSameShape, Position(*rule_)))
      odd.tensors[other].shape.back() += 1;
    AddError(absl::StrCat(ParamName(whole), ".odd"), odd,
             {CName(rule_->params[2]), ShapeWord(odd.tensors[whole].shape)});
    Call scalar = Base();
    for (auto& [param, tensor] : scalar.tensors) tensor.shape = {};
    AddError(absl::StrCat(ParamName(whole), ".scalar"), scalar, {CName(rule_->params[2])});
  }

  void BreakOutput() {
    for (int output : rule_->params) {
      const auto in_place = function_->in_place.find(output);
      const int param = in_place == function_->in_place.end() ? output : in_place->second;
      const Tensor tensor = Base().tensors.at(param);
      const std::pair<std::string_view, std::vector<int64_t>> ways[] = {
          {"repeated", {0, 1}}, {"one_place", {0, 0}}, {"sliding", {1, 1}}};
      for (const auto& [way, strides] : ways) {
        Call call = Base();
        call.overrides[param] = ViewJson(tensor, strides, 0, tensor.shape);
        AddError(absl::StrCat(ParamName(output), ".", way), call, {CName(output)});
      }
    }
  }

  // --- benchmarks ---

  // The words that name the mathematics of a call. Switches and dimension numbers decide where the
  // data lie, not what is computed.
  std::string Variant(const std::map<int, Value>& attrs) const {
    std::vector<std::string> words;
    for (const auto& [param, value] : attrs) {
      if (spec_.params[param].listed()) words.push_back(value.text);
    }
    return absl::StrJoin(words, "_");
  }

  // Each variant once, by the first function that has it.
  void ExpandBenchmarks() {
    std::set<std::string> variants;
    for (const auto& all : AttrChoices(-1)) {
      const std::string variant = Variant(all);
      if (benchmarked_.contains(variant) || !variants.insert(variant).second) continue;
      for (const auto& chosen : DTypeChoices(Group::DTypes::kEqual)) {
        for (const auto& [dtypes, attrs] : Completed(*ShapesFor({{4, 256}}, -1), chosen, -1, {})) {
          if (Variant(attrs) != variant) continue;
          for (std::string_view layout : kBenchmarkLayouts) {
            for (const auto& shape : kBenchmarkShapes)
              AddBenchmark(variant, attrs, dtypes, layout, {shape.begin(), shape.end()});
          }
          break;  // switches do not make another variant
        }
      }
    }
    benchmarked_.merge(variants);
  }

  void AddBenchmark(const std::string& variant, const std::map<int, Value>& attrs,
                    const std::map<int, aclDataType>& dtypes, std::string_view layout,
                    const Shape& shape) {
    const std::map<int, Shape> shapes = Reshaped(*ShapesFor({shape}, -1), attrs);
    Call call;
    for (int param : TensorParams()) call.tensors[param] = {dtypes.at(param), shapes.at(param)};
    call.attrs = attrs;
    call.in_place = function_->in_place;
    const std::vector<int> products = ProductsFor(call);
    if (products.empty()) return;
    for (int param : Inputs()) {
      if (layout != "contiguous" && CanHave(call, param, layout))
        call.tensors[param].layout = layout;
      if (layout == "expanded") break;
    }
    const aclDataType dtype = dtypes.at(LeadInput());
    const int64_t elements = shape[0] * shape[1];
    std::string id =
        absl::StrCat(variant, variant.empty() ? "" : ".", Name(dtype), ".", layout, ".", elements);
    Json entry = Entry(id, "benchmark", products, dtype, call);
    entry["variant"] = variant;
    entry["attrs"] = RecordAttrs(call);
    entry["layout"] = layout;
    entry["elements"] = elements;
    benchmarks_.push_back(std::move(entry));
  }

  // --- checks of the whole, and the file ---

  void CheckCovered() {
    for (int product = 0; product < static_cast<int>(products_.rows.size()); ++product) {
      for (aclDataType dtype : function_->products[product]) {
        if (covered_.contains({function_->name, product, dtype})) continue;
        problems_->Add(spec_.file, spec_.golden.expect_line,
                       absl::StrCat("no case of ", function_->name, " uses ", Name(dtype), " on ",
                                    products_.rows[product].name));
      }
    }
  }

  // A decision is held by cases that exist.
  void CheckDeviations() {
    for (const Deviation& deviation : spec_.deviations) {
      for (const std::string& held_by : deviation.held_by) {
        const std::pair<std::string, std::string> parts =
            absl::StrSplit(held_by, absl::MaxSplits('@', 1));
        const bool found = std::any_of(
            cases_.begin(), cases_.end(),
            [&, &pattern = parts.first, &product = parts.second](const Json& test) {
              const Json& on = test["products"];
              return fnmatch(pattern.c_str(), test["id"].get_ref<const std::string&>().c_str(),
                             0) == 0 &&
                     (product.empty() || std::find(on.begin(), on.end(), product) != on.end());
            });
        if (!found)
          problems_->Add(spec_.file, deviation.line,
                         absl::StrCat("no case has a name like \"", held_by, "\""));
      }
    }
  }

  void CheckKnownFailures() {
    for (const KnownFailure& known : spec_.known_failures) {
      for (const std::string& pattern : known.cases) {
        const bool found = std::any_of(cases_.begin(), cases_.end(), [&](const Json& test) {
          const Json& on = test["products"];
          return fnmatch(pattern.c_str(), test["id"].get_ref<const std::string&>().c_str(), 0) ==
                     0 &&
                 (known.products.empty() ||
                  std::find_first_of(on.begin(), on.end(), known.products.begin(),
                                     known.products.end()) != on.end());
        });
        if (!found)
          problems_->Add(spec_.file, known.line,
                         absl::StrCat("no case has a name like \"", pattern, "\""));
      }
    }
  }

  void CheckCounts() {
    const Golden& golden = spec_.golden;
    if (golden.positive == positive_ && golden.rejected == rejected_ && golden.error == errors_)
      return;
    problems_->Add(
        spec_.file, golden.expect_line,
        absl::StrCat("the cases are {positive: ", positive_, ", rejected: ", rejected_,
                     ", errors: ", errors_, "}, but expect says {positive: ", golden.positive,
                     ", rejected: ", golden.rejected, ", errors: ", golden.error, "}"));
  }

  Json File() const {
    Json file = {{"schema", "openaclnn-cases/1"}, {"op", spec_.op}, {"structure", spec_.structure}};
    const Json golden_depends_on = {{"seed", spec_.golden.seed}, {"values", values_}};
    file["spec_sha256"] = Sha256(golden_depends_on.dump());
    file["seed"] = spec_.golden.seed;
    for (const ProductRow& row : products_.rows) file["socs"][row.name] = row.soc;
    for (const Function& function : spec_.functions)
      file["functions"].push_back(FunctionJson(function));
    for (const BackendAccuracy& backend : spec_.accuracy) {
      for (const auto& [mode, bounds] : backend.modes) {
        Json& target = mode.empty() ? file["accuracy"][backend.backend]
                                    : file["accuracy"][backend.backend][mode];
        for (const auto& [dtype, bound] : bounds) {
          double number;
          target[dtype] = absl::SimpleAtod(bound, &number) ? Json(number) : Json(bound);
        }
      }
    }
    if (spec_.golden.few_values) file["few_values"] = true;
    file["values"] = values_;
    file["cases"] = cases_;
    file["benchmarks"] = benchmarks_;
    file["deviations"] = Json::array();
    for (const Deviation& deviation : spec_.deviations) {
      file["deviations"].push_back({{"id", deviation.id},
                                    {"what", deviation.what},
                                    {"we", deviation.we},
                                    {"why", deviation.why},
                                    {"decides", deviation.decides_values ? "values" : "acceptance"},
                                    {"held_by", deviation.held_by}});
    }
    for (const KnownFailure& known : spec_.known_failures) {
      file["known_failures"].push_back({{"cases", known.cases},
                                        {"backend", known.backend},
                                        {"products", known.products},
                                        {"message", known.message},
                                        {"reason", known.reason}});
    }
    file["counts"] = {{"positive", positive_}, {"rejected", rejected_}, {"errors", errors_}};
    return file;
  }

  Json FunctionJson(const Function& function) const {
    Json json = {{"name", function.name},
                 {"header", function.header},
                 {"params", Json::array()},
                 {"fixed", Json::object()},
                 {"products", Json::object()}};
    for (int param : function.CParams()) {
      json["params"].push_back({{"name", spec_.params[param].name},
                                {"c_name", function.c_names[param]},
                                {"kind", KindName(spec_.params[param].kind)}});
    }
    for (const auto& [param, value] : function.fixed)
      json["fixed"][spec_.params[param].name] = value.text;
    for (size_t product = 0; product < products_.rows.size(); ++product) {
      for (aclDataType dtype : function.products[product])
        json["products"][products_.rows[product].name].push_back(Name(dtype));
    }
    return json;
  }

  const Spec& spec_;
  const ProductTable& products_;
  Problems* problems_;
  const Function* function_ = nullptr;
  const RuleUse* rule_ = nullptr;
  int repeats_ = 0;  // how often the rule at hand stands further up in the list

  std::vector<Json> values_, cases_, benchmarks_;
  std::set<std::string> records_;  // keys of values_
  std::set<std::string> ids_, benchmarked_;
  std::set<std::tuple<std::string, int, aclDataType>> covered_;
  int64_t positive_ = 0, rejected_ = 0, errors_ = 0;
};

}  // namespace

nlohmann::ordered_json ExpandCases(const Spec& spec, const ProductTable& products,
                                   const std::vector<Profile>& profiles, Problems* problems) {
  return Expander(spec, products, problems).Expand(profiles);
}

}  // namespace openaclnn::specgen
