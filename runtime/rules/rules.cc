#include "runtime/rules/rules.h"

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "opdev/op_errno.h"
#include "runtime/base/errors.h"
#include "runtime/handles/handles.h"
#include "runtime/tensor/shape.h"
#include "runtime/tensor/tensor.h"

namespace openaclnn {
namespace {

aclDataType TypeOf(const ParamInfo& param, const Arg& arg) {
  switch (param.kind) {
    case ParamKind::kScalar:
      return arg.scalar->dtype;
    case ParamKind::kDType:
      return static_cast<aclDataType>(arg.number);
    default:
      return arg.tensor->view.dtype;
  }
}

// One call of CheckRules, with short names for what the rules ask.
class Checker {
 public:
  explicit Checker(const RuleContext& context) : context_(context) {}

  // Part of the loop over the rules: a call for each rule would be a tenth of phase 1.
  [[gnu::always_inline]] aclnnStatus Check(const Rule& rule) const {
    switch (rule.id) {
      case RuleId::kSome:
        return CheckSome(rule);
      case RuleId::kNull:
        return CheckNull(rule);
      case RuleId::kProduct:
        return CheckProduct();
      case RuleId::kTensor:
        return ForEach<&Checker::CheckTensor>(rule);
      case RuleId::kDType:
        return ForEach<&Checker::CheckDType>(rule);
      case RuleId::kSameDType:
        return CheckSameDType(rule);
      case RuleId::kPromote:
        return CheckPromote(rule);
      case RuleId::kCastable:
        return CheckCastable(rule);
      case RuleId::kScalarType:
        return CheckScalarType(rule);
      case RuleId::kNamedDType:
        return CheckNamedDType(rule);
      case RuleId::kFormat:
        return ForEach<&Checker::CheckFormat>(rule);
      case RuleId::kMaxRank:
        return CheckMaxRank(rule);
      case RuleId::kMinRank:
        return CheckMinRank(rule);
      case RuleId::kSameShape:
        return CheckSameShape(rule);
      case RuleId::kBroadcast:
        return CheckBroadcast(rule);
      case RuleId::kAttr:
        return ForEach<&Checker::CheckAttr>(rule);
      case RuleId::kAttrProduct:
        return CheckAttrProduct(rule);
      case RuleId::kDim:
        return CheckDim(rule);
      case RuleId::kDims:
        return CheckDims(rule);
      case RuleId::kPermuted:
        return CheckPermuted(rule);
      case RuleId::kSliced:
        return CheckSliced(rule);
      case RuleId::kRepeated:
        return CheckRepeated(rule);
      case RuleId::kPadded:
        return CheckPadded(rule);
      case RuleId::kRolled:
        return CheckRolled(rule);
      case RuleId::kHalf:
        return CheckHalf(rule);
      case RuleId::kAtLeast:
        return CheckAtLeast(rule);
      case RuleId::kOutput:
        return ForEach<&Checker::CheckOutput>(rule);
    }
    return ACLNN_SUCCESS;
  }

 private:
  const char* Name(uint8_t param) const { return context_.params[param].name; }
  Arg& ArgOf(uint8_t param) const { return context_.args[param]; }
  const aclTensor& Tensor(uint8_t param) const { return *context_.args[param].tensor; }
  const Dims& ShapeOf(uint8_t param) const { return Tensor(param).view.shape; }
  aclDataType DTypeOf(uint8_t param) const { return TypeOf(context_.params[param], ArgOf(param)); }
  bool IsTensor(uint8_t param) const {
    const ParamKind kind = context_.params[param].kind;
    return kind == ParamKind::kInputTensor || kind == ParamKind::kOutputTensor;
  }
  // What is passed by a handle, in the words of messages; nothing for other parameters.
  std::string_view HandleName(uint8_t param) const {
    if (IsTensor(param)) return "tensor";
    const ParamKind kind = context_.params[param].kind;
    return kind == ParamKind::kScalar ? "scalar" : kind == ParamKind::kIntArray ? "int array" : "";
  }
  DTypeSet Accepted() const { return context_.accepted[context_.product->index]; }
  DTypeSet AcceptedOf(uint8_t param) const {
    const absl::Span<const DTypeSet> own = context_.params[param].accepted;
    return own.empty() ? Accepted() : own[context_.product->index];
  }
  aclDataType Promoted(absl::Span<const uint8_t> params) const {
    return PromotedType(context_.params, context_.args, params);
  }

  // "self float32, other int8"
  std::string TypesOf(absl::Span<const uint8_t> params) const {
    std::string text;
    for (const uint8_t param : params) {
      if (!ArgOf(param).absent)
        absl::StrAppend(&text, text.empty() ? "" : ", ", Name(param), " ",
                        DTypeName(DTypeOf(param)));
    }
    return text;
  }

  // Out of line, because checks that pass should not save registers for texts.
  template <typename... Parts>
  [[gnu::cold, gnu::noinline]] aclnnStatus Broken(int code, std::string_view rule,
                                                  const Parts&... parts) const {
    return Fail(code, absl::StrCat(context_.function, ": ", parts..., " [R.", rule, "]"));
  }

  template <aclnnStatus (Checker::*kCheck)(uint8_t) const>
  aclnnStatus ForEach(const Rule& rule) const {
    for (uint8_t param : rule.params) OPENACLNN_RETURN_IF_ERROR((this->*kCheck)(param));
    return ACLNN_SUCCESS;
  }

  static std::string NamesOf(DTypeSet dtypes) {
    std::string names;
    for (int i = 0; i < 64; ++i) {
      const aclDataType dtype = static_cast<aclDataType>(i);
      if (dtypes.Contains(dtype))
        absl::StrAppend(&names, names.empty() ? "" : ", ", DTypeName(dtype));
    }
    return names;
  }

  aclnnStatus CheckNull(const Rule& rule) const {
    for (uint8_t param : rule.params) {
      const Arg& arg = ArgOf(param);
      if (arg.tensor != nullptr || arg.scalar != nullptr || arg.int_array != nullptr ||
          arg.text != nullptr)
        continue;
      const std::string_view handle = HandleName(param);
      return Broken(ACLNN_ERR_PARAM_NULLPTR, "null", Name(param), " is null; ",
                    handle == "int array" ? "an " : "a ", handle.empty() ? "string" : handle,
                    " is required");
    }
    return CheckLive(rule);
  }

  aclnnStatus CheckSome(const Rule& rule) const {
    for (uint8_t param : rule.params) {
      if (!ArgOf(param).absent) return CheckLive(rule);
    }
    const std::string names = absl::StrJoin(
        rule.params, " and ", [&](std::string* out, uint8_t param) { out->append(Name(param)); });
    return Broken(ACLNN_ERR_PARAM_NULLPTR, "some", names,
                  rule.params.size() == 1 ? " is null; a scalar is required"
                                          : " are null; at least one of them is required");
  }

  aclnnStatus CheckLive(const Rule& rule) const {
    for (uint8_t param : rule.params) {
      if (!ArgOf(param).dead) continue;
      constexpr std::string_view kCreators[] = {"aclCreateTensor", "aclCreateScalar",
                                                "aclCreateIntArray"};
      const std::string_view handle = HandleName(param);
      const std::string_view creator = kCreators[handle == "tensor"   ? 0
                                                 : handle == "scalar" ? 1
                                                                      : 2];
      return Broken(ACLNN_ERR_PARAM_INVALID, "null", Name(param), " is not a live ", handle,
                    ": it was destroyed or was not created by ", creator);
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckProduct() const {
    if (!Accepted().empty()) return ACLNN_SUCCESS;
    std::string others;
    for (const Product& product : AllProducts()) {
      if (!context_.accepted[product.index].empty())
        absl::StrAppend(&others, others.empty() ? "" : ", ", product.name);
    }
    return Broken(ACLNN_ERR_INNER_FIND_KERNEL_ERROR, "product", context_.product->name,
                  " does not have it; chips of these products do: ", others,
                  " (OPENACLNN_DEVICES chooses the chip)");
  }

  static constexpr int64_t kMostElements = INT64_MAX / 16;  // whose bytes can be counted

  // Whether the elements lie one behind the other, as most do; a view without any is none of these.
  // What the storage is said to be does not matter then: clients count it without the offset. The
  // quick half of CheckTensor.
  static bool IsContiguous(const aclTensor& tensor) {
    int64_t step = 1;
    for (size_t i = tensor.view.shape.size(); i-- > 0;) {
      const int64_t extent = tensor.view.shape[i];
      if (extent <= 0 || (extent > 1 && tensor.view.strides[i] != step) ||
          __builtin_mul_overflow(step, extent, &step))
        return false;
    }
    return tensor.view.offset >= 0 && tensor.view.offset <= kMostElements &&
           step <= kMostElements - tensor.view.offset;
  }

  aclnnStatus CheckTensor(uint8_t param) const {
    const aclTensor& tensor = Tensor(param);
    if (IsContiguous(tensor)) return ACLNN_SUCCESS;
    const auto check_count = [&](std::string_view what, const Dims& shape) -> aclnnStatus {
      const std::optional<int64_t> count = ElementCount(shape);
      if (count.has_value() && *count <= kMostElements) return ACLNN_SUCCESS;
      return Broken(ACLNN_ERR_PARAM_INVALID, "tensor", Name(param), " has the ", what,
                    DimsToString(shape),
                    "; extents must not be negative and their product must fit in memory");
    };
    OPENACLNN_RETURN_IF_ERROR(check_count("shape ", tensor.view.shape));
    // Nor does it matter of a view without elements: clients count a negative number there.
    if (*ElementCount(tensor.view.shape) == 0) return ACLNN_SUCCESS;
    OPENACLNN_RETURN_IF_ERROR(check_count("storage shape ", tensor.storage_shape));
    const int64_t storage = *ElementCount(tensor.storage_shape);
    const std::optional<Extent> extent = TouchedExtent(tensor.view.shape, tensor.view.strides);
    int64_t lowest = 0, highest = 0;
    if (!extent.has_value() ||
        __builtin_add_overflow(extent->lowest, tensor.view.offset, &lowest) ||
        __builtin_add_overflow(extent->highest, tensor.view.offset, &highest) || lowest < 0 ||
        highest >= storage) {
      return Broken(ACLNN_ERR_INNER_NULLPTR, "tensor", Name(param), " leaves its storage: shape ",
                    DimsToString(tensor.view.shape), ", strides ",
                    DimsToString(tensor.view.strides), ", offset ", tensor.view.offset,
                    " in a storage of ", storage, " elements");
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckDType(uint8_t param) const {
    if (ArgOf(param).absent || AcceptedOf(param).Contains(DTypeOf(param))) return ACLNN_SUCCESS;
    const bool names_it = context_.params[param].kind == ParamKind::kDType;
    return Broken(ACLNN_ERR_PARAM_INVALID, "dtype", Name(param), names_it ? " is " : " has dtype ",
                  DTypeName(DTypeOf(param)), " (", DTypeVendorName(DTypeOf(param)), "); ",
                  context_.product->name, " accepts ", NamesOf(AcceptedOf(param)));
  }

  aclnnStatus CheckSameDType(const Rule& rule) const {
    const uint8_t first = rule.params.front();
    for (uint8_t param : rule.params) {
      if (DTypeOf(param) != DTypeOf(first)) return DifferentDTypes(first, param);
    }
    return ACLNN_SUCCESS;
  }

  [[gnu::cold, gnu::noinline]] aclnnStatus DifferentDTypes(uint8_t first, uint8_t param) const {
    // Else whoever mends the other type meets the next refusal.
    const bool is_accepted = AcceptedOf(first).Contains(DTypeOf(first));
    return Broken(
        ACLNN_ERR_PARAM_INVALID, "same_dtype", Name(param), " has dtype ",
        DTypeName(DTypeOf(param)), "; it must have that of ", Name(first), ", which is ",
        DTypeName(DTypeOf(first)),
        is_accepted ? ""
                    : absl::StrCat(", and ", context_.product->name, " accepts ",
                                   NamesOf(AcceptedOf(first))));
  }

  aclnnStatus CheckPromote(const Rule& rule) const {
    const absl::Span<const uint8_t> inputs =
        rule.params.subspan(0, rule.params.size() - (rule.has_output ? 1 : 0));
    const aclDataType promoted = Promoted(inputs);
    if (!Accepted().Contains(promoted)) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "promote", TypesOf(inputs), " promote to ",
                    DTypeName(promoted), "; ", context_.product->name, " accepts ",
                    NamesOf(Accepted()));
    }
    if (rule.has_output && DTypeOf(rule.params.back()) != promoted) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "promote", Name(rule.params.back()), " has dtype ",
                    DTypeName(DTypeOf(rule.params.back())), "; the inputs promote to ",
                    DTypeName(promoted));
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckCastable(const Rule& rule) const {
    const absl::Span<const uint8_t> inputs = rule.params.subspan(0, rule.params.size() - 1);
    const uint8_t output = rule.params.back();
    const auto kind = static_cast<ResultKind>(rule.value);
    const aclDataType result = ResultType(kind, Promoted(inputs));
    if (CanCastResult(kind, result, DTypeOf(output))) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "castable", Name(output), " has dtype ",
                  DTypeName(DTypeOf(output)), "; the result of ", TypesOf(inputs), " is ",
                  DTypeName(result), ", which is not converted to it");
  }

  // Any integer will do where the operator computes with bool.
  aclnnStatus CheckScalarType(const Rule& rule) const {
    const uint8_t scalar = rule.params.front();
    const aclDataType dtype = DTypeOf(scalar), promoted = Promoted(rule.params.subspan(1));
    if (CanCast(dtype, promoted) || (promoted == ACL_BOOL && IsInteger(dtype)))
      return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "scalar_type", Name(scalar), " has dtype ",
                  DTypeName(dtype), "; with ", TypesOf(rule.params.subspan(1)),
                  " the operator computes in ", DTypeName(promoted),
                  ", to which it is not converted");
  }

  aclnnStatus CheckNamedDType(const Rule& rule) const {
    const uint8_t named = rule.params[0], tensor = rule.params[1];
    if (DTypeOf(named) == DTypeOf(tensor)) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_INNER_NULLPTR, "named_dtype", Name(tensor), " has dtype ",
                  DTypeName(DTypeOf(tensor)), "; ", Name(named), " asks for ",
                  DTypeName(DTypeOf(named)));
  }

  aclnnStatus CheckAtLeast(const Rule& rule) const {
    if (rule.has_output && ArgOf(rule.params[1]).number == 0) return ACLNN_SUCCESS;
    const double value = ArgOf(rule.params[0]).value.AsDouble();
    if (!(value < static_cast<double>(rule.value))) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "at_least", Name(rule.params[0]), " is ", value,
                  "; it must be at least ", rule.value,
                  rule.has_output ? absl::StrCat(" if ", Name(rule.params[1]), " is true") : "");
  }

  aclnnStatus CheckFormat(uint8_t param) const {
    switch (Tensor(param).format) {
      case ACL_FORMAT_ND:
      case ACL_FORMAT_NCHW:
      case ACL_FORMAT_NHWC:
      case ACL_FORMAT_HWCN:
      case ACL_FORMAT_NDHWC:
      case ACL_FORMAT_NCDHW:
      case ACL_FORMAT_NC:
      case ACL_FORMAT_NCL:
        return ACLNN_SUCCESS;
      default:
        return Broken(ACLNN_ERR_PARAM_INVALID, "format", Name(param), " has format ",
                      static_cast<int>(Tensor(param).format),
                      "; plain formats are accepted (ND is ", static_cast<int>(ACL_FORMAT_ND),
                      "), private ones are not");
    }
  }

  aclnnStatus CheckMaxRank(const Rule& rule) const {
    for (uint8_t param : rule.params) {
      if (static_cast<int64_t>(ShapeOf(param).size()) > rule.value) {
        return Broken(ACLNN_ERR_PARAM_INVALID, "max_rank", Name(param), " has ",
                      ShapeOf(param).size(), " dimensions; at most ", rule.value, " are accepted");
      }
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckMinRank(const Rule& rule) const {
    for (uint8_t param : rule.params) {
      if (static_cast<int64_t>(ShapeOf(param).size()) >= rule.value) continue;
      return Broken(ACLNN_ERR_PARAM_INVALID, "min_rank", Name(param), " has shape ",
                    DimsToString(ShapeOf(param)), "; at least ", rule.value,
                    " dimensions are needed");
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckSameShape(const Rule& rule) const {
    const uint8_t first = rule.params.front();
    for (uint8_t param : rule.params) {
      if (ShapeOf(param) != ShapeOf(first)) {
        return Broken(ACLNN_ERR_PARAM_INVALID, "same_shape", Name(param), " has shape ",
                      DimsToString(ShapeOf(param)), "; it must have that of ", Name(first),
                      ", which is ", DimsToString(ShapeOf(first)));
      }
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckBroadcast(const Rule& rule) const {
    const size_t inputs = rule.params.size() - (rule.has_output ? 1 : 0);
    Dims shape = ShapeOf(rule.params[0]);
    for (size_t i = 1; i < inputs; ++i) {
      const std::optional<Dims> both = BroadcastShapes(shape, ShapeOf(rule.params[i]));
      if (!both.has_value()) {
        return Broken(ACLNN_ERR_PARAM_INVALID, "broadcast", Name(rule.params[i]), " has shape ",
                      DimsToString(ShapeOf(rule.params[i])), ", which does not broadcast with ",
                      DimsToString(shape), " of ", Name(rule.params[0]));
      }
      shape = *both;
    }
    if (rule.has_output && ShapeOf(rule.params.back()) != shape) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "broadcast", Name(rule.params.back()), " has shape ",
                    DimsToString(ShapeOf(rule.params.back())), "; the inputs broadcast to ",
                    DimsToString(shape));
    }
    return ACLNN_SUCCESS;
  }

  std::string ValueList(uint8_t param) const {
    const bool named = context_.params[param].kind == ParamKind::kString;
    return absl::StrJoin(context_.params[param].values, ", ",
                         [&](std::string* out, const ParamValue& value) {
                           if (named) {
                             absl::StrAppend(out, "\"", value.text, "\"");
                           } else {
                             absl::StrAppend(out, value.number, " (", value.text, ")");
                           }
                         });
  }

  aclnnStatus CheckAttr(uint8_t param) const {
    const Arg& arg = ArgOf(param);
    if (arg.accepted) return ACLNN_SUCCESS;
    const std::string got = arg.text != nullptr
                                ? absl::StrCat("\"", std::string_view(arg.text).substr(0, 64), "\"")
                                : absl::StrCat(arg.number);
    return Broken(ACLNN_ERR_PARAM_INVALID, "attr", Name(param), " is ", got, "; accepted are ",
                  ValueList(param));
  }

  aclnnStatus CheckAttrProduct(const Rule& rule) const {
    const uint8_t param = rule.params.front();
    if ((rule.products >> context_.product->index & 1) == 0 || ArgOf(param).number == rule.value)
      return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "attr_product", Name(param), " is ", ArgOf(param).number,
                  "; ", context_.product->name, " accepts only ", rule.value);
  }

  // A dimension number counts from the end if it is negative; a rank-0 tensor counts as having one
  // dimension.
  int64_t RankForDim(uint8_t tensor) const {
    return ShapeOf(tensor).empty() ? 1 : static_cast<int64_t>(ShapeOf(tensor).size());
  }

  aclnnStatus CheckDim(const Rule& rule) const {
    const int64_t rank = RankForDim(rule.params[1]);
    const int64_t dim = ArgOf(rule.params[0]).number;
    if (dim >= -rank && dim < rank) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "dim", Name(rule.params[0]), " is ", dim, "; ",
                  Name(rule.params[1]), " with shape ", DimsToString(ShapeOf(rule.params[1])),
                  " accepts ", -rank, " to ", rank - 1);
  }

  // Each number of the array is a dimension number of the tensor.
  aclnnStatus CheckDimNumbers(const Rule& rule, std::string_view name) const {
    const int64_t rank = RankForDim(rule.params[1]);
    for (const int64_t dim : ArgOf(rule.params[0]).int_array->values) {
      if (dim >= -rank && dim < rank) continue;
      return Broken(ACLNN_ERR_PARAM_INVALID, name, Name(rule.params[0]), " has ", dim, "; ",
                    Name(rule.params[1]), " with shape ", DimsToString(ShapeOf(rule.params[1])),
                    " accepts ", -rank, " to ", rank - 1);
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckDims(const Rule& rule) const { return CheckDims(rule, "dims"); }
  aclnnStatus CheckDims(const Rule& rule, std::string_view name) const {
    OPENACLNN_RETURN_IF_ERROR(CheckDimNumbers(rule, name));
    const int64_t rank = RankForDim(rule.params[1]);
    uint64_t named = 0;
    for (const int64_t dim : ArgOf(rule.params[0]).int_array->values) {
      const int64_t from_front = dim < 0 ? dim + rank : dim;
      if ((named >> from_front & 1) != 0) {
        return Broken(ACLNN_ERR_PARAM_INVALID, name, Name(rule.params[0]), " is ",
                      DimsToString(ArgOf(rule.params[0]).int_array->values), "; dimension ",
                      from_front, " may stand there once");
      }
      named |= uint64_t{1} << from_front;
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckPermuted(const Rule& rule) const {
    const std::vector<int64_t>& dims = ArgOf(rule.params[0]).int_array->values;
    const Dims& from = ShapeOf(rule.params[1]);
    if (dims.size() != from.size()) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "permuted", Name(rule.params[0]), " is ",
                    DimsToString(dims), "; ", Name(rule.params[1]), " with shape ",
                    DimsToString(from), " needs ", from.size(), " numbers");
    }
    OPENACLNN_RETURN_IF_ERROR(CheckDims(rule, "permuted"));
    Dims permuted;
    for (const int64_t dim : dims) permuted.push_back(from[DimFromFront(dim, from.size())]);
    return CheckShape(rule.params[2], permuted, "permuted");
  }

  aclnnStatus CheckShape(uint8_t output, const Dims& shape, std::string_view rule) const {
    if (ShapeOf(output) == shape) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, rule, Name(output), " has shape ",
                  DimsToString(ShapeOf(output)), "; it must be ", DimsToString(shape));
  }

  aclnnStatus CheckSliced(const Rule& rule) const {
    const auto number = [&](size_t i) { return ArgOf(rule.params[i]).number; };
    Dims shape = ShapeOf(rule.params[4]);
    int64_t& extent = shape[DimFromFront(number(0), shape.size())];
    extent = SectionOf(extent, number(1), number(2), number(3)).count;
    return CheckShape(rule.params[5], shape, "sliced");
  }

  // The output has the shape that follows from the numbers in the array, if any does.
  aclnnStatus CheckFollows(const Rule& rule, const std::optional<Dims>& shape,
                           std::string_view name, std::string_view needs) const {
    if (shape.has_value()) return CheckShape(rule.params[2], *shape, name);
    return Broken(ACLNN_ERR_PARAM_INVALID, name, Name(rule.params[0]), " is ",
                  DimsToString(ArgOf(rule.params[0]).int_array->values), "; ", Name(rule.params[1]),
                  " with shape ", DimsToString(ShapeOf(rule.params[1])), " needs ", needs);
  }
  aclnnStatus CheckRepeated(const Rule& rule) const {
    const std::vector<int64_t>& repeats = ArgOf(rule.params[0]).int_array->values;
    return CheckFollows(rule, RepeatedShape(ShapeOf(rule.params[1]), repeats), "repeated",
                        "a number of at least 0 for each dimension, and may have more of them");
  }
  aclnnStatus CheckPadded(const Rule& rule) const {
    const std::vector<int64_t>& pads = ArgOf(rule.params[0]).int_array->values;
    return CheckFollows(rule, PaddedShape(ShapeOf(rule.params[1]), pads), "padded",
                        "two numbers for each of the last dimensions, which leave no extent "
                        "negative");
  }

  aclnnStatus CheckRolled(const Rule& rule) const {
    const std::vector<int64_t>&dims = ArgOf(rule.params[0]).int_array->values,
          &shifts = ArgOf(rule.params[2]).int_array->values;
    if (shifts.size() != std::max<size_t>(dims.size(), 1)) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "rolled", Name(rule.params[2]), " is ",
                    DimsToString(shifts), "; with ", Name(rule.params[0]), " ", DimsToString(dims),
                    " it must have ", std::max<size_t>(dims.size(), 1), " numbers");
    }
    if (!dims.empty() && ShapeOf(rule.params[1]).empty()) {
      return Broken(ACLNN_ERR_PARAM_INVALID, "rolled", Name(rule.params[0]), " is ",
                    DimsToString(dims), "; ", Name(rule.params[1]), " has no dimensions");
    }
    return CheckDimNumbers(rule, "rolled");
  }

  aclnnStatus CheckHalf(const Rule& rule) const {
    const uint8_t whole = rule.params[1];
    const Dims& shape = ShapeOf(whole);
    const int64_t rank = RankForDim(whole);
    const int64_t dim = ArgOf(rule.params[0]).number;
    const size_t split = static_cast<size_t>(dim < 0 ? dim + rank : dim);
    for (uint8_t param : rule.params.subspan(2)) {
      const Dims& half = ShapeOf(param);
      bool fits = half.size() == shape.size() && split < shape.size();
      for (size_t i = 0; fits && i < shape.size(); ++i) {
        fits = i == split ? shape[i] % 2 == 0 && half[i] == shape[i] / 2 : half[i] == shape[i];
      }
      if (fits) continue;
      if (split >= shape.size()) {
        return Broken(ACLNN_ERR_PARAM_INVALID, "half", Name(whole), " has no dimensions, and ",
                      Name(param), " is to have half of one");
      }
      if (shape[split] % 2 != 0) {
        return Broken(ACLNN_ERR_PARAM_INVALID, "half", Name(whole), " has shape ",
                      DimsToString(shape), "; its extent in dimension ", dim,
                      " must be even, and half of it that of ", Name(param));
      }
      Dims wanted = shape;
      wanted[split] /= 2;
      return Broken(ACLNN_ERR_PARAM_INVALID, "half", Name(param), " has shape ", DimsToString(half),
                    "; it must be ", DimsToString(wanted), ", that of ", Name(whole), ", ",
                    DimsToString(shape), ", with dimension ", dim, " halved");
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckOutput(uint8_t param) const {
    if (!OverlapsItself(ShapeOf(param), Tensor(param).view.strides)) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "output", Name(param), " overlaps itself: shape ",
                  DimsToString(ShapeOf(param)), ", strides ",
                  DimsToString(Tensor(param).view.strides),
                  "; each element of an output needs a place of its own");
  }

  const RuleContext& context_;
};

}  // namespace

namespace {

// The handle's object takes its place; a dead handle stays, and nothing may look behind it.
template <typename T>
void FindObject(const HandlePool<T>& pool, const T*& handle, bool& dead) {
  if (const T* object = pool.Find(handle)) {
    handle = object;
  } else {
    dead = handle != nullptr;
  }
}

}  // namespace

void ParseArgs(absl::Span<const ParamInfo> params, absl::Span<Arg> args) {
  for (size_t i = 0; i < params.size(); ++i) {
    const ParamKind kind = params[i].kind;
    Arg& arg = args[i];
    if (kind == ParamKind::kInputTensor || kind == ParamKind::kOutputTensor) {
      FindObject(TensorPool(), arg.tensor, arg.dead);
      continue;
    }
    if (kind == ParamKind::kScalar) {
      FindObject(ScalarPool(), arg.scalar, arg.dead);
      if (arg.scalar == nullptr && params[i].optional) arg.absent = true;
      if (arg.scalar != nullptr && !arg.dead)
        arg.value = Number::Read(arg.scalar->dtype, arg.scalar->bytes).value_or(Number());
      continue;
    }
    if (kind == ParamKind::kIntArray) {
      FindObject(IntArrayPool(), arg.int_array, arg.dead);
      continue;
    }
    const bool named = kind == ParamKind::kString;
    arg.accepted = false;
    if (named && arg.text == nullptr) continue;
    for (const ParamValue& value : params[i].values) {
      if (named ? value.text != arg.text : value.number != arg.number) continue;
      arg.number = value.number;
      arg.accepted = true;
    }
  }
}

aclDataType PromotedType(absl::Span<const ParamInfo> params, absl::Span<const Arg> args,
                         absl::Span<const uint8_t> which) {
  aclDataType promoted = TypeOf(params[which[0]], args[which[0]]);
  for (const uint8_t param : which.subspan(1)) {
    if (args[param].absent) continue;
    const aclDataType dtype = TypeOf(params[param], args[param]);
    promoted = params[param].kind == ParamKind::kScalar ? PromoteWithScalar(promoted, dtype)
                                                        : PromoteTypes(promoted, dtype);
  }
  return promoted;
}

aclnnStatus CheckRules(absl::Span<const Rule> rules, const RuleContext& context) {
  const Checker checker(context);
  for (const Rule& rule : rules) OPENACLNN_RETURN_IF_ERROR(checker.Check(rule));
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn
