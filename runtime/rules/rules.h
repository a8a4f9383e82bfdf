// Every check an operator can ask for: its condition, status code and message text stand here and in rules.cc, nowhere else. A spec names
// rules in order (`rules:` in spec.yaml, docs/spec_format.md); the first that is broken decides.
#ifndef OPENACLNN_RUNTIME_RULES_RULES_H_
#define OPENACLNN_RUNTIME_RULES_RULES_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"
#include "aclnn/acl_meta.h"
#include "runtime/products/products.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn {

// What an operator's parameter is. "String" is a char* that must be one of ParamInfo::values, "Enum" an integer of which the same is true.
enum class ParamKind : uint8_t { kInputTensor, kOutputTensor, kInt, kEnum, kString, kBool, kDouble };

// One accepted value of a kString or kEnum parameter. `number` is what host code sees (for kEnum it is also what the caller passes).
struct ParamValue {
  std::string_view text;
  int64_t number;
};

struct ParamInfo {
  const char* name;  // as in the C function
  ParamKind kind;
  absl::Span<const ParamValue> values;
};

// The value of one parameter in a call. For kString parameters `text` is the caller's pointer until R.attr has replaced it by `number`.
struct Arg {
  const aclTensor* tensor = nullptr;
  const char* text = nullptr;
  int64_t number = 0;
  double real = 0;

  static Arg Of(const aclTensor* tensor) {
    Arg arg;
    arg.tensor = tensor;
    return arg;
  }
  static Arg Of(const char* text) {
    Arg arg;
    arg.text = text;
    return arg;
  }
  static Arg Of(int64_t number) {
    Arg arg;
    arg.number = number;
    return arg;
  }
  static Arg Of(bool flag) {
    Arg arg;
    arg.number = flag ? 1 : 0;
    return arg;
  }
  static Arg Of(double real) {
    Arg arg;
    arg.real = real;
    return arg;
  }
};

enum class RuleId : uint8_t {
  kNull,         // R.null: none of the parameters is null, and each tensor is a live handle
  kProduct,      // R.product: the product has the operator
  kTensor,       // R.tensor: extents not negative, sizes representable, every element inside the storage
  kDType,        // R.dtype: each has a type the product's list accepts
  kSameDType,    // R.same_dtype: all have the type of the first
  kPromote,      // R.promote: types promote to an accepted one, and the output (if named) has it
  kFormat,       // R.format: plain layout, none of the vendor's private formats
  kMaxRank,      // R.max_rank: at most `value` dimensions
  kSameShape,    // R.same_shape: all have the shape of the first
  kBroadcast,    // R.broadcast: shapes broadcast, and the output has the result
  kAttr,         // R.attr: the value is one of those listed
  kAttrProduct,  // R.attr_product: on the products in the mask `products` only the value `value` is accepted
  kDim,          // R.dim: dimension number in [-rank, rank-1] of a tensor (rank 0 counts as 1)
  kHalf,         // R.half: along the dimension, one extent is half of the other; all others equal
  kOutput,       // R.output: the output does not overlap itself
};

// One line of an operator's table of checks.
struct Rule {
  RuleId id;
  // Indices of parameters, in the order the rule documents: R.promote and R.broadcast {inputs..., output}, with `has_output` false if there
  // is no output among them; R.dim {dim, tensor}; R.half {dim, whole, half...}.
  absl::Span<const uint8_t> params;
  int64_t value = 0;
  uint32_t products = 0;
  bool has_output = true;
};

// What the checks know of the call.
struct RuleContext {
  const char* function;  // "aclnnGeluBackwardV2"
  const char* op;        // "gelu_backward"
  const Product* product;
  absl::Span<const DTypeSet> accepted;  // by product index; an empty set: the product lacks the operator
  absl::Span<const ParamInfo> params;
  absl::Span<Arg> args;
};

// Checks the rules in order. ACLNN_SUCCESS, or the code of the first that is broken, with the message recorded (errors.h).
aclnnStatus CheckRules(absl::Span<const Rule> rules, const RuleContext& context);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_RULES_RULES_H_
