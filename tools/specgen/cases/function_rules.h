// What the rules of one function say about the calls it accepts.
#ifndef OPENACLNN_TOOLS_SPECGEN_CASES_FUNCTION_RULES_H_
#define OPENACLNN_TOOLS_SPECGEN_CASES_FUNCTION_RULES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "acl/acl_base_rt.h"
#include "tools/specgen/cases/call.h"
#include "tools/specgen/products.h"
#include "tools/specgen/profile.h"
#include "tools/specgen/rules.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

// The calls that the rules of one function allow.
class FunctionRules {
 public:
  FunctionRules(const Spec& spec, const ProductTable& products, const Function& function)
      : spec_(spec), products_(products), function_(&function) {}

  const Spec& spec() const { return spec_; }
  const Function& function() const { return *function_; }
  const ProductTable& products() const { return products_; }
  const Param& param(int param) const { return spec_.params[param]; }
  const std::string& ParamName(int param) const { return spec_.params[param].name; }
  const std::string& CName(int param) const { return function_->c_names[param]; }

  // The function's parameters.
  std::vector<int> TensorParams() const;
  std::vector<int> Inputs() const { return Present(spec_.Inputs()); }
  std::vector<int> Outputs() const { return Present(spec_.Outputs()); }
  // The members that the list has in this form of the function; and how many a list has, 0 without.
  std::vector<int> MembersOf(int list) const { return Present(spec_.MembersOf(list)); }
  size_t ListLength() const;
  // Whether the group has cases with lists of that length: those it names shapes for, or the first.
  bool HasLength(const Group& group, size_t shapes) const;
  // The first input that has the function's dtypes and none of its own, else the first.
  int LeadInput() const;
  // Whether a caller gives the parameter: an in-place output is its input, a fixed attribute is
  // not given.
  bool IsArgument(int param) const;
  // Whether the function has numbers or arrays of which cases use samples.
  bool HasNumbers() const;

  // The dtypes that some product accepts of the parameter, in the order of their first mention.
  DTypes AllDTypes(int param) const;
  bool Accepts(int param, int product, aclDataType dtype) const;
  std::vector<int> ProductsFor(const Call& call) const;
  // Products that have the function (or lack it).
  std::vector<int> ProductsThat(bool support) const;

  // The parameters that must equal `param` by rules of type `id`, itself included; in-place pairs
  // are one argument. TiedBefore looks only at rules in front of `rule`, which is the function's.
  std::set<int> Tied(int param, RuleId id) const;
  std::set<int> TiedBefore(const RuleUse& rule, int param, RuleId id) const;
  // Whether a rule of type `id` in front of `rule` names the parameter.
  bool NamedBefore(const RuleUse& rule, int param, RuleId id) const;
  // Whether inputs broadcast to the shape that the output has, which does not follow from theirs.
  bool IsBroadcastTo(int output) const;
  // Whether the parameters are one output, of truth values, and of a type of its own.
  bool AreTruthValues(const std::set<int>& members) const;

  // Shapes of all tensors if the inputs (or, where one tensor is split, its halves) have these;
  // nothing if the operator has no such shapes.
  std::optional<ShapeMap> ShapesFor(const std::vector<Shape>& pattern, int64_t dim) const;
  // Types of all tensors but derived ones: for each class of equal ones, every accepted type or the
  // same one for all classes; parameters with dtypes of their own that lack it have the first of
  // them.
  // `own`: those of a group, by the names of tensors; no choices if one is not accepted.
  std::vector<DTypeMap> DTypeChoices(Group::DTypes choice,
                                     const std::map<std::string, aclDataType>& own = {}) const;
  // Every combination of attribute values; a dimension number is given by the caller, samples
  // perhaps by a group.
  std::vector<AttrMap> AttrChoices(int64_t dim, const Samples& samples = {}) const;
  // Choices that differ in attributes and follow the rules, with completed types: of numbers and
  // arrays the first sample that fits each combination of other attributes, or (`numbers`) every
  // sample of each in turn with the first of the others.
  std::vector<Choice> Completed(const ShapeMap& shapes, const DTypeMap& chosen, int64_t dim,
                                const Group& group) const;
  // Completes types and attributes by what follows from others; false if no call has these.
  bool Complete(const Group& group, Choice& choice) const;
  // How many dimensions the tensor has whose dimension number R.dim checks.
  int64_t RankForDim(const Call& call) const;
  // The call with contiguous tensors, and outputs whose shapes follow from attributes.
  Call MakeCall(const Choice& choice) const;

 private:
  // The dtypes of all products; of the function if there are none.
  DTypes AllOf(const std::vector<DTypes>& products) const;
  std::vector<int> Present(std::vector<int> params) const;
  std::set<int> TiedUpTo(size_t end, int param, RuleId id) const;
  // The rule of joined or stacked tensors, and the shapes of tensors and result; also of the pieces
  // of a split tensor.
  const RuleUse* FindJoin() const;
  static std::optional<ShapeMap> JoinedShapes(const RuleUse& rule,
                                              const std::vector<Shape>& pattern, int64_t dim);
  // The tensors whose type follows from those of others, and from scalars.
  std::set<int> DerivedDTypes() const;

  const Spec& spec_;
  const ProductTable& products_;
  const Function* function_;
};

// What the parameters (tensors and scalars) promote to; the last `leave` are not looked at.
aclDataType Promoted(const std::vector<int>& params, size_t leave, const DTypeMap& dtypes,
                     const AttrMap& attrs);
// The dtypes of the call's tensors.
DTypeMap DTypesOf(const Call& call);

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_CASES_FUNCTION_RULES_H_
