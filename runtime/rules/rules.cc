#include "runtime/rules/rules.h"

#include <optional>
#include <span>
#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "opdev/op_errno.h"
#include "runtime/base/errors.h"
#include "runtime/handles/handles.h"
#include "runtime/rules/call_view.h"
#include "runtime/rules/reshape_rules.h"
#include "runtime/tensor/shape.h"
#include "runtime/tensor/tensor.h"

namespace openaclnn {
namespace {

// One call of CheckRules.
class Checker : CallView {
 public:
  explicit Checker(const RuleContext& context) : CallView(context) {}

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
      case RuleId::kPermuted:
      case RuleId::kSliced:
      case RuleId::kRepeated:
      case RuleId::kPadded:
      case RuleId::kInterleaved:
      case RuleId::kReflected:
      case RuleId::kRanged:
      case RuleId::kRolled:
      case RuleId::kJoined:
      case RuleId::kStacked:
      case RuleId::kSplit:
      case RuleId::kGathered:
      case RuleId::kIndexed:
      case RuleId::kIndices:
      case RuleId::kHalf:
        return CheckReshape(rule, context_);
      case RuleId::kAtLeast:
        return CheckAtLeast(rule);
      case RuleId::kOutput:
        return ForEach<&Checker::CheckOutput>(rule);
    }
    return ACLNN_SUCCESS;
  }

 private:
  // What is passed by a handle, in the words of messages; nothing for other parameters.
  std::string_view HandleName(ParamNumber param) const {
    switch (context_.params[param].kind) {
      case ParamKind::kInputTensor:
      case ParamKind::kOutputTensor:
        return "tensor";
      case ParamKind::kScalar:
        return "scalar";
      case ParamKind::kIntArray:
        return "int array";
      case ParamKind::kInputList:
      case ParamKind::kOutputList:
        return "tensor list";
      default:
        return "";
    }
  }
  DTypeSet Accepted() const { return context_.accepted[context_.product->index]; }
  DTypeSet AcceptedOf(ParamNumber param) const {
    const std::span<const DTypeSet> own = context_.params[param].accepted;
    return own.empty() ? Accepted() : own[context_.product->index];
  }
  aclDataType Promoted(std::span<const ParamNumber> params) const {
    return PromotedType(context_.params, context_.args, params);
  }

  // "self float32, other int8"
  std::string TypesOf(std::span<const ParamNumber> params) const {
    std::string text;
    for (const ParamNumber param : params) {
      if (!ArgOf(param).absent)
        absl::StrAppend(&text, text.empty() ? "" : ", ", Name(param), " ",
                        DTypeName(DTypeOf(param)));
    }
    return text;
  }

  template <aclnnStatus (Checker::*kCheck)(ParamNumber) const>
  aclnnStatus ForEach(const Rule& rule) const {
    for (ParamNumber param : rule.params) OPENACLNN_RETURN_IF_ERROR((this->*kCheck)(param));
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
    for (ParamNumber param : rule.params) {
      const Arg& arg = ArgOf(param);
      if (arg.tensor != nullptr || arg.scalar != nullptr || arg.int_array != nullptr ||
          arg.text != nullptr || arg.tensors != nullptr || arg.absent)
        continue;
      const std::string_view handle = HandleName(param);
      return Broken(ACLNN_ERR_PARAM_NULLPTR, "null", Name(param), " is null; ",
                    handle == "int array" ? "an " : "a ", handle.empty() ? "string" : handle,
                    " is required");
    }
    OPENACLNN_RETURN_IF_ERROR(CheckLive(rule));
    for (ParamNumber param : rule.params) {
      const aclTensorList* list = ArgOf(param).tensors;
      if (list == nullptr || !list->elements.empty()) continue;
      return Broken(ACLNN_ERR_PARAM_INVALID, "null", Name(param),
                    " has no tensors; at least one is required");
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckSome(const Rule& rule) const {
    for (ParamNumber param : rule.params) {
      if (!ArgOf(param).absent) return ACLNN_SUCCESS;
    }
    const std::string names =
        absl::StrJoin(rule.params, " and ",
                      [&](std::string* out, ParamNumber param) { out->append(Name(param)); });
    if (rule.params.size() > 1)
      return Broken(ACLNN_ERR_PARAM_NULLPTR, "some", names,
                    " are null; at least one of them is required");
    return Broken(ACLNN_ERR_PARAM_NULLPTR, "some", names, " is null; a ",
                  HandleName(rule.params[0]), " is required");
  }

  aclnnStatus CheckLive(const Rule& rule) const {
    for (ParamNumber param : rule.params) {
      if (!ArgOf(param).dead) continue;
      const std::string_view handle = HandleName(param);
      const std::string_view creator = handle == "tensor"      ? "aclCreateTensor"
                                       : handle == "scalar"    ? "aclCreateScalar"
                                       : handle == "int array" ? "aclCreateIntArray"
                                                               : "aclCreateTensorList";
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

  aclnnStatus CheckTensor(ParamNumber param) const {
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

  aclnnStatus CheckDType(ParamNumber param) const {
    if (ArgOf(param).absent || AcceptedOf(param).Contains(DTypeOf(param))) return ACLNN_SUCCESS;
    const bool names_it = context_.params[param].kind == ParamKind::kDType;
    return Broken(ACLNN_ERR_PARAM_INVALID, "dtype", Name(param), names_it ? " is " : " has dtype ",
                  DTypeName(DTypeOf(param)), " (", DTypeVendorName(DTypeOf(param)), "); ",
                  context_.product->name, " accepts ", NamesOf(AcceptedOf(param)));
  }

  aclnnStatus CheckSameDType(const Rule& rule) const {
    const ParamNumber first = rule.params.front();
    for (ParamNumber param : rule.params) {
      if (DTypeOf(param) != DTypeOf(first)) return DifferentDTypes(first, param);
    }
    return ACLNN_SUCCESS;
  }

  [[gnu::cold, gnu::noinline]] aclnnStatus DifferentDTypes(ParamNumber first,
                                                           ParamNumber param) const {
    // Else whoever mends the other type meets the next refusal.
    const bool is_accepted = AcceptedOf(first).Contains(DTypeOf(first));
    return Broken(ACLNN_ERR_PARAM_INVALID, "same_dtype", Name(param), " has dtype ",
                  DTypeName(DTypeOf(param)), "; it must have that of ", Name(first), ", which is ",
                  DTypeName(DTypeOf(first)),
                  is_accepted ? ""
                              : absl::StrCat(", and ", context_.product->name, " accepts ",
                                             NamesOf(AcceptedOf(first))));
  }

  aclnnStatus CheckPromote(const Rule& rule) const {
    const std::span<const ParamNumber> inputs =
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
    const std::span<const ParamNumber> inputs = rule.params.subspan(0, rule.params.size() - 1);
    const ParamNumber output = rule.params.back();
    const auto kind = static_cast<ResultKind>(rule.value);
    const aclDataType result = ResultType(kind, Promoted(inputs));
    if (CanCastResult(kind, result, DTypeOf(output))) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "castable", Name(output), " has dtype ",
                  DTypeName(DTypeOf(output)), "; the result of ", TypesOf(inputs), " is ",
                  DTypeName(result), ", which is not converted to it");
  }

  // Any integer will do where the operator computes with bool.
  aclnnStatus CheckScalarType(const Rule& rule) const {
    const ParamNumber scalar = rule.params.front();
    const aclDataType dtype = DTypeOf(scalar), promoted = Promoted(rule.params.subspan(1));
    if (CanCast(dtype, promoted) || (promoted == ACL_BOOL && IsInteger(dtype)))
      return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "scalar_type", Name(scalar), " has dtype ",
                  DTypeName(dtype), "; with ", TypesOf(rule.params.subspan(1)),
                  " the operator computes in ", DTypeName(promoted),
                  ", to which it is not converted");
  }

  aclnnStatus CheckNamedDType(const Rule& rule) const {
    const ParamNumber named = rule.params[0], tensor = rule.params[1];
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

  aclnnStatus CheckFormat(ParamNumber param) const {
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
    for (ParamNumber param : rule.params) {
      if (static_cast<int64_t>(ShapeOf(param).size()) > rule.value) {
        return Broken(ACLNN_ERR_PARAM_INVALID, "max_rank", Name(param), " has ",
                      ShapeOf(param).size(), " dimensions; at most ", rule.value, " are accepted");
      }
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckMinRank(const Rule& rule) const {
    for (ParamNumber param : rule.params) {
      if (static_cast<int64_t>(ShapeOf(param).size()) >= rule.value) continue;
      return Broken(ACLNN_ERR_PARAM_INVALID, "min_rank", Name(param), " has shape ",
                    DimsToString(ShapeOf(param)), "; at least ", rule.value,
                    " dimensions are needed");
    }
    return ACLNN_SUCCESS;
  }

  aclnnStatus CheckSameShape(const Rule& rule) const {
    const ParamNumber first = rule.params.front();
    for (ParamNumber param : rule.params) {
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

  std::string ValueList(ParamNumber param) const {
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

  aclnnStatus CheckAttr(ParamNumber param) const {
    const Arg& arg = ArgOf(param);
    if (arg.accepted) return ACLNN_SUCCESS;
    const std::string got = arg.text != nullptr
                                ? absl::StrCat("\"", std::string_view(arg.text).substr(0, 64), "\"")
                                : absl::StrCat(arg.number);
    return Broken(ACLNN_ERR_PARAM_INVALID, "attr", Name(param), " is ", got, "; accepted are ",
                  ValueList(param));
  }

  aclnnStatus CheckAttrProduct(const Rule& rule) const {
    const ParamNumber param = rule.params.front();
    if ((rule.products >> context_.product->index & 1) == 0 || ArgOf(param).number == rule.value)
      return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "attr_product", Name(param), " is ", ArgOf(param).number,
                  "; ", context_.product->name, " accepts only ", rule.value);
  }

  aclnnStatus CheckDim(const Rule& rule) const {
    const ParamNumber tensor = FirstWithElements(rule.params.subspan(1));
    const int64_t rank = RankForDim(tensor);
    const int64_t dim = ArgOf(rule.params[0]).number;
    if (dim >= -rank && dim < rank) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "dim", Name(rule.params[0]), " is ", dim, "; ",
                  Name(tensor), " with shape ", DimsToString(ShapeOf(tensor)), " accepts ", -rank,
                  " to ", rank - 1);
  }

  aclnnStatus CheckOutput(ParamNumber param) const {
    if (!OverlapsItself(ShapeOf(param), Tensor(param).view.strides)) return ACLNN_SUCCESS;
    return Broken(ACLNN_ERR_PARAM_INVALID, "output", Name(param), " overlaps itself: shape ",
                  DimsToString(ShapeOf(param)), ", strides ",
                  DimsToString(Tensor(param).view.strides),
                  "; each element of an output needs a place of its own");
  }
};

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

void ParseArgs(std::span<const ParamInfo> params, std::span<Arg> args) {
  for (size_t i = 0; i < params.size(); ++i) {
    const ParamKind kind = params[i].kind;
    Arg& arg = args[i];
    if (arg.absent) continue;
    if (kind == ParamKind::kInputTensor || kind == ParamKind::kOutputTensor) {
      FindObject(TensorPool(), arg.tensor, arg.dead);
      if (arg.tensor == nullptr && params[i].optional) arg.absent = true;
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
    if (kind == ParamKind::kInputList || kind == ParamKind::kOutputList) {
      FindObject(TensorListPool(), arg.tensors, arg.dead);
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

aclDataType PromotedType(std::span<const ParamInfo> params, std::span<const Arg> args,
                         std::span<const ParamNumber> which) {
  aclDataType promoted = TypeOf(params[which[0]], args[which[0]]);
  for (const ParamNumber param : which.subspan(1)) {
    if (args[param].absent) continue;
    const aclDataType dtype = TypeOf(params[param], args[param]);
    promoted = params[param].kind == ParamKind::kScalar ? PromoteWithScalar(promoted, dtype)
                                                        : PromoteTypes(promoted, dtype);
  }
  return promoted;
}

namespace {

bool IsAbsentTensor(const RuleContext& context, ParamNumber param) {
  return context.params[param].kind == ParamKind::kInputTensor && context.params[param].optional &&
         context.args[param].absent;
}

// The rules without the tensors that are null because they may be.
[[gnu::noinline]] aclnnStatus CheckRulesOfPresent(std::span<const Rule> rules,
                                                  const RuleContext& context) {
  const Checker checker(context);
  for (Rule rule : rules) {
    absl::InlinedVector<ParamNumber, 8> present;
    for (ParamNumber param : rule.params) {
      if (rule.id == RuleId::kSome || !IsAbsentTensor(context, param)) present.push_back(param);
    }
    rule.params = present;
    OPENACLNN_RETURN_IF_ERROR(checker.Check(rule));
  }
  return ACLNN_SUCCESS;
}

}  // namespace

aclnnStatus CheckRules(std::span<const Rule> rules, const RuleContext& context) {
  for (size_t i = 0; i < context.params.size(); ++i) {
    if (IsAbsentTensor(context, static_cast<ParamNumber>(i)))
      return CheckRulesOfPresent(rules, context);
  }
  const Checker checker(context);
  for (const Rule& rule : rules) OPENACLNN_RETURN_IF_ERROR(checker.Check(rule));
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn
