// The rules a spec can name: how their arguments are written, and what breaking them returns. The
// checks themselves are runtime/rules; the codes stand here a second time on purpose, because
// documents and conformance cases are made from these and then hold the checks to them.
#ifndef OPENACLNN_TOOLS_SPECGEN_RULES_H_
#define OPENACLNN_TOOLS_SPECGEN_RULES_H_

#include <cstdint>
#include <string_view>

namespace openaclnn::specgen {

enum class RuleId : uint8_t {
  kSome,
  kNull,
  kProduct,
  kTensor,
  kDType,
  kSameDType,
  kPromote,
  kCastable,
  kScalarType,
  kNamedDType,
  kFormat,
  kMaxRank,
  kMinRank,
  kSameShape,
  kBroadcast,
  kAttr,
  kAttrProduct,
  kDim,
  kDims,
  kPermuted,
  kSliced,
  kRepeated,
  kPadded,
  kInterleaved,
  kReflected,
  kRanged,
  kRolled,
  kJoined,
  kStacked,
  kSplit,
  kGathered,
  kIndexed,
  kIndices,
  kHalf,
  kAtLeast,
  kOutput
};

// How a rule's arguments are written in YAML.
enum class RuleForm : uint8_t {
  kNone,       // product
  kEach,       // rule: [params], or the bare name for all parameters it can apply to
  kEqual,      // rule: [first, others...]
  kCombine,    // rule: {inputs: [...], output: param}; output may be missing
  kRank,       // rule: {params: [...], rank: 2}; max_rank: [params] means 8
  kProducts,   // rule: {param: p, products: [...], value: name}
  kDimension,  // rule: {dim: p, tensor: t}, or {dims: p, tensor: t}
  kReshaped,   // rule: {dims: p, input: t, output: t}, or other attributes in place of dims
  kRanges,     // rule: {start: p, end: p, step: p, tensor: t}
  kShifts,     // rule: {dims: p, tensor: t, shifts: p}
  kJoins,      // rule: {dim: p, inputs: [...], output: t}
  kSplits,     // rule: {dim: p, sizes: p, input: t, outputs: [...]}
  kGathers,    // rule: {dim: p, wraps: p, input: t, index: t, output: t}
  kIndexes,    // rule: {dim: p, tensor: t, index: t, source: t}
  kIndices,    // rule: {indices: p, dim: p, tensor: t}
  kHalves,     // rule: {dim: p, whole: t, halves: [...]}
  kScalar,     // rule: {scalar: p, inputs: [...]}
  kNamed,      // rule: {dtype: p, tensor: t}
  kLimit       // rule: {param: p, value: 0, when: flag}; when may be missing
};

// Which parameters the rule is about.
enum class RuleSubject : uint8_t {
  kNothing,
  kPointers,
  kTensors,
  kTyped,
  kOutputs,
  kChoices,
  kNumbers,
  kOptional
};

struct RuleInfo {
  RuleId id;
  std::string_view name;        // in specs; "R.<name>" in messages
  std::string_view enumerator;  // of openaclnn::RuleId
  RuleForm form;
  RuleSubject subject;
  int code;
  bool complete;  // every parameter it can apply to must be named
};

inline constexpr int kParamNullptr = 161001;
inline constexpr int kParamInvalid = 161002;
inline constexpr int kFindKernelError = 561003;
// What a view that leaves its storage gets (R.tensor; other broken tensors get kParamInvalid), and
// a named dtype that is not the tensor's.
inline constexpr int kInnerNullptr = 561103;

// In the order of RuleId.
inline constexpr RuleInfo kRules[] = {
    {RuleId::kSome, "some", "kSome", RuleForm::kEach, RuleSubject::kOptional, kParamNullptr, false},
    {RuleId::kNull, "null", "kNull", RuleForm::kEach, RuleSubject::kPointers, kParamNullptr, true},
    {RuleId::kProduct, "product", "kProduct", RuleForm::kNone, RuleSubject::kNothing,
     kFindKernelError, true},
    {RuleId::kTensor, "tensor", "kTensor", RuleForm::kEach, RuleSubject::kTensors, kParamInvalid,
     true},
    {RuleId::kDType, "dtype", "kDType", RuleForm::kEach, RuleSubject::kTyped, kParamInvalid, false},
    {RuleId::kSameDType, "same_dtype", "kSameDType", RuleForm::kEqual, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kPromote, "promote", "kPromote", RuleForm::kCombine, RuleSubject::kTyped,
     kParamInvalid, false},
    {RuleId::kCastable, "castable", "kCastable", RuleForm::kCombine, RuleSubject::kTyped,
     kParamInvalid, false},
    {RuleId::kScalarType, "scalar_type", "kScalarType", RuleForm::kScalar, RuleSubject::kTyped,
     kParamInvalid, false},
    {RuleId::kNamedDType, "named_dtype", "kNamedDType", RuleForm::kNamed, RuleSubject::kTensors,
     kInnerNullptr, false},
    {RuleId::kFormat, "format", "kFormat", RuleForm::kEach, RuleSubject::kTensors, kParamInvalid,
     false},
    {RuleId::kMaxRank, "max_rank", "kMaxRank", RuleForm::kRank, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kMinRank, "min_rank", "kMinRank", RuleForm::kRank, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kSameShape, "same_shape", "kSameShape", RuleForm::kEqual, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kBroadcast, "broadcast", "kBroadcast", RuleForm::kCombine, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kAttr, "attr", "kAttr", RuleForm::kEach, RuleSubject::kChoices, kParamInvalid, true},
    {RuleId::kAttrProduct, "attr_product", "kAttrProduct", RuleForm::kProducts,
     RuleSubject::kChoices, kParamInvalid, false},
    {RuleId::kDim, "dim", "kDim", RuleForm::kDimension, RuleSubject::kTensors, kParamInvalid,
     false},
    {RuleId::kDims, "dims", "kDims", RuleForm::kDimension, RuleSubject::kTensors, kParamInvalid,
     false},
    {RuleId::kPermuted, "permuted", "kPermuted", RuleForm::kReshaped, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kSliced, "sliced", "kSliced", RuleForm::kReshaped, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kRepeated, "repeated", "kRepeated", RuleForm::kReshaped, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kPadded, "padded", "kPadded", RuleForm::kReshaped, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kInterleaved, "interleaved", "kInterleaved", RuleForm::kReshaped,
     RuleSubject::kTensors, kParamInvalid, false},
    {RuleId::kReflected, "reflected", "kReflected", RuleForm::kReshaped, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kRanged, "ranged", "kRanged", RuleForm::kRanges, RuleSubject::kTensors, kParamInvalid,
     false},
    {RuleId::kRolled, "rolled", "kRolled", RuleForm::kShifts, RuleSubject::kTensors, kParamInvalid,
     false},
    {RuleId::kJoined, "joined", "kJoined", RuleForm::kJoins, RuleSubject::kTensors, kParamInvalid,
     false},
    {RuleId::kStacked, "stacked", "kStacked", RuleForm::kJoins, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kSplit, "split", "kSplit", RuleForm::kSplits, RuleSubject::kTensors, kParamInvalid,
     false},
    {RuleId::kGathered, "gathered", "kGathered", RuleForm::kGathers, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kIndexed, "indexed", "kIndexed", RuleForm::kIndexes, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kIndices, "indices", "kIndices", RuleForm::kIndices, RuleSubject::kTensors,
     kParamInvalid, false},
    {RuleId::kHalf, "half", "kHalf", RuleForm::kHalves, RuleSubject::kTensors, kParamInvalid,
     false},
    {RuleId::kAtLeast, "at_least", "kAtLeast", RuleForm::kLimit, RuleSubject::kNumbers,
     kParamInvalid, false},
    {RuleId::kOutput, "output", "kOutput", RuleForm::kEach, RuleSubject::kOutputs, kParamInvalid,
     true},
};

inline constexpr const RuleInfo& InfoOf(RuleId id) { return kRules[static_cast<int>(id)]; }

}  // namespace openaclnn::specgen

#endif  // OPENACLNN_TOOLS_SPECGEN_RULES_H_
