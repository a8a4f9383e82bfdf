// Every check an operator can ask for: its condition, status code and message text stand here and
// in rules.cc, nowhere else. A spec names rules in order (`rules:` in spec.yaml,
// docs/spec_format.md); the first that is broken decides.
#ifndef OPENACLNN_RUNTIME_RULES_RULES_H_
#define OPENACLNN_RUNTIME_RULES_RULES_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "aclnn/acl_meta.h"
#include "runtime/products/products.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/number.h"

namespace openaclnn {

// The place of a parameter in the operator's list; members of lists come behind it (lists.h).
using ParamNumber = uint16_t;

// What an operator's parameter is.
enum class ParamKind : uint8_t {
  kInputTensor,
  kOutputTensor,
  kString,     // char* that must be one of ParamInfo::values
  kEnum,       // int64_t that must be one of ParamInfo::values
  kDim,        // int64_t, a dimension number
  kBool,       // bool
  kScalar,     // aclScalar*
  kDouble,     // double
  kFloat,      // float
  kInteger,    // int64_t
  kDType,      // aclDataType
  kIntArray,   // aclIntArray*
  kInputList,  // aclTensorList*, and what its members are
  kOutputList,
};

// One accepted value of a kString or kEnum parameter. `number` is what host code sees (for kEnum it
// is also what the caller passes).
struct ParamValue {
  std::string_view text;
  int64_t number;
};

struct ParamInfo {
  const char* name;  // as in the C function
  ParamKind kind;
  std::span<const ParamValue> values = {};
  std::span<const DTypeSet> accepted =
      {};  // by product index; empty: those of the function (RuleContext)
  bool optional =
      false;  // of kScalar and kInputTensor: null is as if the function had no such parameter
};

// The value of one parameter in a call, as the caller gave it and, after ParseArgs, as host code
// sees it.
struct Arg {
  const aclTensor* tensor = nullptr;
  const aclScalar* scalar = nullptr;
  const aclIntArray* int_array = nullptr;
  const aclTensorList* tensors = nullptr;
  const char* text = nullptr;
  int64_t number = 0;  // of kDim, kEnum, kBool, kInteger, kDType; of kString what ParseArgs found
  Number value;        // of kBool, kDouble, kFloat, kInteger; of kScalar what ParseArgs read
  bool accepted = false;  // by ParseArgs: of kString and kEnum, whether the value is listed
  bool absent =
      false;  // the function has no such parameter, or by ParseArgs: it is optional and null
  bool dead = false;  // by ParseArgs: the tensor, scalar, array or list is not null and not the
                      // handle of a live one

  static Arg Absent() {
    Arg arg;
    arg.absent = true;
    return arg;
  }
  static Arg Of(const aclTensor* tensor) {
    Arg arg;
    arg.tensor = tensor;
    return arg;
  }
  static Arg Of(const aclScalar* scalar) {
    Arg arg;
    arg.scalar = scalar;
    return arg;
  }
  static Arg Of(const aclIntArray* int_array) {
    Arg arg;
    arg.int_array = int_array;
    return arg;
  }
  static Arg Of(const aclTensorList* tensors) {
    Arg arg;
    arg.tensors = tensors;
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
    arg.value = Number::Integer(number);
    return arg;
  }
  static Arg Of(bool flag) { return Of(int64_t{flag}); }
  static Arg Of(aclDataType dtype) { return Of(static_cast<int64_t>(dtype)); }
  static Arg Of(double real) {
    Arg arg;
    arg.value = Number::Real(real);
    return arg;
  }
};

enum class RuleId : uint8_t {
  kSome,     // R.some: one of the optional parameters at least is not null
  kNull,     // R.null: none of the parameters is null but optional ones, and each tensor, scalar,
             // array and list is a live handle
  kProduct,  // R.product: the product has the operator
  kTensor,  // R.tensor: extents not negative, sizes representable, every element inside the storage
  kDType,   // R.dtype: each has a type the product's list accepts; of a kDType parameter, the type
            // it names
  kSameDType,   // R.same_dtype: all have the type of the first
  kPromote,     // R.promote: types promote to an accepted one, and the output (if named) has it
  kCastable,    // R.castable: the type of the result (a ResultKind, `value`) of the inputs can be
                // converted to that of the output
  kScalarType,  // R.scalar_type: the type of the scalar can be converted to the one that the inputs
                // promote to
  kNamedDType,  // R.named_dtype: the tensor has the type that the kDType parameter names
  kFormat,      // R.format: plain layout, none of the vendor's private formats
  kMaxRank,     // R.max_rank: at most `value` dimensions
  kMinRank,     // R.min_rank: at least `value` dimensions
  kSameShape,   // R.same_shape: all have the shape of the first
  kBroadcast,   // R.broadcast: shapes broadcast, and the output has the result
  kAttr,        // R.attr: the value is one of those listed
  kAttrProduct,  // R.attr_product: on the products in the mask `products` only the value `value` is
                 // accepted
  kDim,          // R.dim: dimension number in [-rank, rank-1] of a tensor (rank 0 counts as 1), of
                 // several the first that is not of shape [0]
  kDims,         // R.dims: dimension numbers of a tensor as for R.dim, none of them twice
  kPermuted,  // R.permuted: the output has the extents of the input in the order of the dimension
              // numbers, each once
  kSliced,    // R.sliced: the output has the extents of the input, but along the dimension as many
              // as the numbers start, end and step pick
  kRepeated,  // R.repeated: the output has the extents of the input times the numbers
  kPadded,    // R.padded: the output has the extents of the input and the pads
  kInterleaved,  // R.interleaved: the output has each element of the input so many times in a row,
                 // along the dimension or as one dimension, and the size says how many these are
  kReflected,    // R.reflected: the output has the extents of the input, whose last dimension is
                 // reflected at both ends
  kRanged,       // R.ranged: the tensor has an element for each number from start to end
  kRolled,       // R.rolled: a shift for each dimension number, or one and no dimension number
  kJoined,   // R.joined: the inputs are alike but along the dimension, and the output has them all
             // there; inputs of shape [0] have no elements and any rank
  kStacked,  // R.stacked: the inputs are alike, and the output has them along a new dimension
  kSplit,    // R.split: the outputs have the extents of the input, but along the dimension those in
             // the array, which are not negative and all of it
  kGathered,  // R.gathered: the output has the shape of what is gathered from the input at the
              // indices (GatheredShape)
  kIndexed,  // R.indexed: the source has the extents of the tensor, but along the dimension as many
             // as there are indices
  kIndices,  // R.indices: each number of the array is an index of the dimension, which counts from
             // the end if it is negative
  kHalf,     // R.half: along the dimension, one extent is half of the other; all others equal
  kAtLeast,  // R.at_least: the number is at least `value`, or the flag (if named) is false
  kOutput,   // R.output: the output does not overlap itself
};

// One line of an operator's table of checks.
struct Rule {
  RuleId id;
  // Indices of parameters, in the order the rule documents: R.promote and R.broadcast {inputs...,
  // output}, with `has_output` false if there is no output among them; R.castable {inputs...,
  // output}; R.scalar_type {scalar, inputs...}; R.named_dtype {dtype, tensor}; R.at_least {number,
  // flag}, with `has_output` false if there is no flag; R.dim and R.dims {dim, tensor}; R.permuted
  // {dims, input, output}; R.sliced {dim, start, end, step, input, output}; R.repeated {repeats,
  // input, output}; R.padded and R.reflected {pads, input, output}; R.interleaved {repeats, size,
  // input, output}, with the dimension before the input if there is one; R.ranged {start, end,
  // step, tensor}; R.rolled {dims, tensor, shifts}; R.joined and R.stacked {dim, inputs...,
  // output}; R.split {dim, sizes, outputs..., input}; R.gathered {dim, wraps, input, index,
  // output}; R.indexed {dim, tensor, index, source}; R.indices {indices, dim, tensor}; R.half {dim,
  // whole, half...}. A list stands for its members; of R.null it is named as well. An optional
  // tensor that is null is as if the rule did not name it.
  std::span<const ParamNumber> params;
  int64_t value = 0;
  uint32_t products = 0;
  bool has_output = true;
};

// What the checks know of the call.
struct RuleContext {
  const char* function;  // "aclnnGeluBackwardV2"
  const Product* product;
  std::span<const DTypeSet>
      accepted;  // by product index; an empty set: the product lacks the operator
  std::span<const ParamInfo> params;
  std::span<Arg> args;
};

// Completes the arguments: handles become the addresses of their objects, words and listed numbers
// the numbers of host code, scalars Numbers. Rejects nothing. Call it once.
void ParseArgs(std::span<const ParamInfo> params, std::span<Arg> args);

// The type that the arguments promote to: tensors by PromoteTypes, a scalar beside a tensor by
// PromoteWithScalar. ACL_DT_UNDEFINED where there is none.
aclDataType PromotedType(std::span<const ParamInfo> params, std::span<const Arg> args,
                         std::span<const ParamNumber> which);

// Checks the rules in order. Call ParseArgs first. ACLNN_SUCCESS, or the code of the first that is
// broken, with the message recorded (errors.h).
aclnnStatus CheckRules(std::span<const Rule> rules, const RuleContext& context);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_RULES_RULES_H_
