// What the cases need of each rule: calls that follow it, and calls that break it. A new rule needs
// an entry in the table of argument_rules.cc, dtype_rules.cc, shape_rules.cc, reshape_rules.cc or
// indexed_rules.cc.
#ifndef OPENACLNN_TOOLS_SPECGEN_CASES_RULE_CASES_H_
#define OPENACLNN_TOOLS_SPECGEN_CASES_RULE_CASES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "acl/acl_base_rt.h"
#include "tools/specgen/cases/call.h"
#include "tools/specgen/cases/case_file.h"
#include "tools/specgen/cases/function_rules.h"
#include "tools/specgen/profile.h"
#include "tools/specgen/rules.h"
#include "tools/specgen/spec.h"

namespace openaclnn::specgen {

// The error cases of one rule of a function.
class RuleErrors {
 public:
  RuleErrors(const FunctionRules& rules, const RuleUse& rule, CaseFile* file);

  // `way` says what is broken, `words` must stand in the message; without `code` it is the rule's,
  // without `products` all that have the function.
  void Add(const std::string& way, const Call& call, const std::vector<std::string>& words,
           int code = 0, std::optional<std::vector<int>> products = std::nullopt);

 private:
  const FunctionRules& rules_;
  const RuleUse& rule_;
  CaseFile* file_;
  int repeats_;  // how often a rule of this type stands further up in the function's list
};

struct RuleCases {
  RuleId id;
  // Whether the choice follows the rule, which may complete it; null: all choices do.
  bool (*follow)(const FunctionRules& rules, const RuleUse& rule, const Group& group,
                 Choice& choice);
  // Adds calls that break this rule alone; null: they are made elsewhere.
  void (*break_rule)(const FunctionRules& rules, const RuleUse& rule, RuleErrors& errors);
};

const RuleCases& CasesOf(RuleId id);

// A call that every product which has the function accepts; what is broken is changed in it. It has
// no tensors if no samples of the function's numbers follow its rules.
Call BaseCall(const FunctionRules& rules);
// The first (second ...) type that all products accept; the first type at all if there are not so
// many.
aclDataType BaseDType(const FunctionRules& rules, int number = 0);
// A type that no product accepts of any of the parameters.
aclDataType BadDType(const FunctionRules& rules, const std::set<int>& params);
// The first dtype that `which` allows for the parameter on all products that have the function.
std::optional<aclDataType> FirstDType(const FunctionRules& rules, int param,
                                      const std::function<bool(aclDataType)>& which);
// The first of the rule's parameters from `begin` that is one of these: the message names it.
int FirstOf(const RuleUse& rule, const std::set<int>& changed, size_t begin = 0);

// Whether R.dims accepts the dimension numbers for the shape.
bool AreDims(const std::vector<int64_t>& dims, const Shape& shape);
// Dimension numbers that no tensor of this rank has. The last becomes -1 where somebody keeps 32
// bits.
std::vector<int64_t> BadDims(int64_t rank);
// The shape that a rule of the form kReshaped gives the output where the input has this one;
// nothing if it rejects it.
std::optional<Shape> ReshapedBy(const RuleUse& rule, const Shape& from, const AttrMap& attrs);

// Whether the function finds elements by a tensor of indices, and whether it is this one.
bool IsIndexed(const Function& function);
bool IsIndex(const Function& function, int param);
// The shapes of such a function's tensors, by that of the tensor whose elements are found and that
// of the indices: as many as it has elements along the dimension if nothing is said.
std::optional<ShapeMap> IndexedShapes(const Function& function, const std::vector<Shape>& pattern,
                                      int64_t dim);
// Says in the tensor of indices which there are.
void MarkIndices(const Function& function, Call& call);

// One entry for each rule of a kind, in the file of that name.
absl::Span<const RuleCases> ArgumentRules();  // null, views, formats, attributes
absl::Span<const RuleCases> DTypeRules();
absl::Span<const RuleCases> ShapeRules();    // also dimension numbers
absl::Span<const RuleCases> ReshapeRules();  // shapes of outputs that follow from attributes
absl::Span<const RuleCases> IndexedRules();  // shapes that follow from those of indices

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_CASES_RULE_CASES_H_
