#include "runtime/graph/infer.h"

#include <algorithm>
#include <optional>
#include <span>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ge/ge_api_error_codes.h"
#include "runtime/graph/messages.h"
#include "runtime/tensor/shape.h"

namespace openaclnn::graph {
namespace {

using Extents = std::vector<int64_t>;

std::optional<int64_t> BroadcastExtent(int64_t a, int64_t b) {
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  // An unknown extent beside one that is not 1 can only be that one, or 1.
  if (a == kUnknownDim) return b;
  if (b == kUnknownDim) return a;
  return std::nullopt;
}

std::optional<Extents> Broadcast(const Extents& a, const Extents& b) {
  Extents result(std::max(a.size(), b.size()));
  for (size_t i = 0; i < result.size(); ++i) {  // from the last one
    const int64_t left = i < a.size() ? a[a.size() - 1 - i] : 1;
    const int64_t right = i < b.size() ? b[b.size() - 1 - i] : 1;
    const std::optional<int64_t> extent = BroadcastExtent(left, right);
    if (!extent.has_value()) return std::nullopt;
    result[result.size() - 1 - i] = *extent;
  }
  return result;
}

// Arguments of a node's function, as far as inference asks for them.
class Inferrer {
 public:
  Inferrer(const Node& node, const std::vector<ValueInfo>& inputs)
      : node_(node), info_(*node.info), tensors_(info_.arguments.size(), nullptr) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      known_ = known_ && inputs[i].known();
      if (info_.inputs[i].argument != kNone)
        tensors_[static_cast<size_t>(info_.inputs[i].argument)] = &inputs[i];
    }
  }

  uint32_t Infer(std::vector<ValueInfo>* outputs) {
    if (!known_) {
      for (const ShapeCheck& check : info_.checks) {
        if (!Holds(check)) return ge::PARAM_INVALID;
      }
    }
    outputs->clear();
    for (const Inference& inference : info_.inference) {
      ValueInfo& output = outputs->emplace_back();
      output.dtype = DType(inference);
      InferShape(inference, &output);
    }
    return ge::SUCCESS;
  }

 private:
  const ValueInfo& Tensor(int argument) const { return *tensors_[static_cast<size_t>(argument)]; }

  // The name of an argument in the operator type.
  const char* NameOf(int argument) const {
    for (const Port& port : info_.inputs) {
      if (port.argument == argument) return port.name;
    }
    for (const AttrInfo& attr : info_.attrs) {
      if (attr.argument == argument) return attr.name;
    }
    return info_.arguments[static_cast<size_t>(argument)].name;
  }

  std::string Described(std::span<const int> arguments) const {
    return absl::StrJoin(arguments, ", ", [&](std::string* out, int argument) {
      absl::StrAppend(out, NameOf(argument), " ", Tensor(argument).ToString());
    });
  }

  bool Wrong(std::string_view what, std::span<const int> arguments) const {
    (void)Fail(ge::PARAM_INVALID,
               absl::StrCat(node_.Title(), ": ", what, ": ", Described(arguments)));
    return false;
  }

  int64_t NumberOf(int argument) const {
    for (const AttrArgument& attr : AttrArguments(node_)) {
      if (attr.argument != argument) continue;
      const auto* const number = std::get_if<int64_t>(attr.value);
      return number == nullptr ? 0 : *number;
    }
    return info_.arguments[static_cast<size_t>(argument)].number;
  }

  aclDataType DTypeOf(int argument) const {
    const Argument& info = info_.arguments[static_cast<size_t>(argument)];
    if (info.kind == ParamKind::kDType) {
      for (const AttrArgument& attr : AttrArguments(node_)) {
        if (attr.argument != argument) continue;
        if (const auto* const type = std::get_if<ge::DataType>(attr.value))
          return static_cast<aclDataType>(*type);
        return static_cast<aclDataType>(std::get<int64_t>(*attr.value));
      }
      return info.dtype;
    }
    // Attributes that become scalars are of type Float.
    if (info.kind == ParamKind::kScalar)
      return info.dtype == ACL_DT_UNDEFINED ? ACL_FLOAT : info.dtype;
    return Tensor(argument).dtype;
  }

  // Where there is no such type the first one, with which the first phase says what is wrong.
  aclDataType DType(const Inference& inference) const {
    std::optional<aclDataType> promoted;
    for (int argument : inference.dtype_of) {
      const Argument& info = info_.arguments[static_cast<size_t>(argument)];
      if (info.null) continue;
      const aclDataType dtype = DTypeOf(argument);
      if (info.kind == ParamKind::kDType) return dtype;
      if (dtype == ACL_DT_UNDEFINED) return ACL_DT_UNDEFINED;
      if (!promoted.has_value()) {
        promoted = dtype;
      } else {
        promoted = info.kind == ParamKind::kScalar ? PromoteWithScalar(*promoted, dtype)
                                                   : PromoteTypes(*promoted, dtype);
      }
    }
    const aclDataType result = ResultType(inference.result, promoted.value_or(ACL_DT_UNDEFINED));
    return result == ACL_DT_UNDEFINED && known_ ? DTypeOf(inference.dtype_of.front()) : result;
  }

  void InferShape(const Inference& inference, ValueInfo* output) const {
    std::optional<Extents> dims = Extents();
    for (int argument : inference.shape_of) {
      const ValueInfo& tensor = Tensor(argument);
      if (!tensor.has_rank) return;
      dims = Broadcast(*dims, tensor.dims);
      if (!dims.has_value()) {
        dims = tensor.dims;
        break;
      }
    }
    output->has_rank = true;
    output->dims = *dims;
    if (inference.halved == kNone || output->dims.empty()) return;
    const int64_t rank = static_cast<int64_t>(output->dims.size());
    const int64_t dim = NumberOf(inference.halved);
    if (dim < -rank || dim >= rank) return;
    int64_t& extent = output->dims[DimFromFront(dim, output->dims.size())];
    if (extent != kUnknownDim) extent /= 2;
  }

  bool Holds(const ShapeCheck& check) const {
    std::span<const int> arguments = check.arguments;
    if (check.rule == RuleId::kHalf) return HalvesHold(arguments[0], arguments.subspan(1));
    const auto has_no_rank = [&](int argument) { return !Tensor(argument).has_rank; };
    if (std::any_of(arguments.begin(), arguments.end(), has_no_rank)) return true;
    std::optional<Extents> shape = Tensor(arguments[0]).dims;
    for (int argument : arguments.subspan(1)) {
      const Extents& dims = Tensor(argument).dims;
      if (check.rule == RuleId::kBroadcast) {
        shape = Broadcast(*shape, dims);
        if (!shape.has_value()) return Wrong("the shapes do not broadcast", arguments);
        continue;
      }
      if (dims.size() != shape->size()) return Wrong("the shapes differ", arguments);
      for (size_t i = 0; i < dims.size(); ++i) {
        int64_t& extent = (*shape)[i];
        if (extent != kUnknownDim && dims[i] != kUnknownDim && extent != dims[i])
          return Wrong("the shapes differ", arguments);
        if (extent == kUnknownDim) extent = dims[i];
      }
    }
    return true;
  }

  bool HalvesHold(int dim_argument, std::span<const int> tensors) const {
    const ValueInfo& whole = Tensor(tensors[0]);
    if (!whole.has_rank) return true;
    const int64_t rank = static_cast<int64_t>(whole.dims.size());
    const int64_t dim = NumberOf(dim_argument);
    if (rank == 0) return Wrong("what is split needs a dimension", tensors);
    if (dim < -rank || dim >= rank) {
      return Wrong(absl::StrCat(NameOf(dim_argument), " is ", dim, ", which is not in [", -rank,
                                ", ", rank - 1, "]"),
                   tensors);
    }
    const size_t split = DimFromFront(dim, whole.dims.size());
    if (whole.dims[split] != kUnknownDim && whole.dims[split] % 2 != 0)
      return Wrong(absl::StrCat("the extent of dimension ", dim, " is odd"), tensors.subspan(0, 1));
    for (int half : tensors.subspan(1)) {
      const ValueInfo& part = Tensor(half);
      if (!part.has_rank) continue;
      bool fits = part.dims.size() == whole.dims.size();
      for (size_t i = 0; fits && i < part.dims.size(); ++i) {
        if (part.dims[i] == kUnknownDim || whole.dims[i] == kUnknownDim) continue;
        fits = part.dims[i] * (i == split ? 2 : 1) == whole.dims[i];
      }
      if (!fits)
        return Wrong(absl::StrCat("half of ", NameOf(tensors[0]), " along dimension ", dim,
                                  " has another shape than ", NameOf(half)),
                     tensors);
    }
    return true;
  }

  const Node& node_;
  const TypeInfo& info_;
  std::vector<const ValueInfo*> tensors_;  // by argument
  bool known_ = true;
};

}  // namespace

ValueInfo ValueInfo::Of(const ge::TensorDesc& desc) {
  ValueInfo info;
  if (desc.GetDataType() != ge::DT_UNDEFINED)
    info.dtype = static_cast<aclDataType>(desc.GetDataType());
  info.format = static_cast<aclFormat>(desc.GetFormat());
  info.dims = desc.GetShape().GetDims();
  info.has_rank = info.dims != Extents{ge::UNKNOWN_DIM_NUM};
  if (!info.has_rank) info.dims.clear();
  return info;
}

bool ValueInfo::known() const {
  return dtype != ACL_DT_UNDEFINED && has_rank &&
         std::none_of(dims.begin(), dims.end(), [](int64_t dim) { return dim < 0; });
}

int64_t ValueInfo::Bytes() const {
  const std::optional<int64_t> count = ElementCount(dims);
  const size_t bytes = DTypeBytes(dtype);
  int64_t total = 0;
  const bool fits = count.has_value() && bytes > 0 &&
                    !__builtin_mul_overflow(*count, static_cast<int64_t>(bytes), &total);
  return fits ? total : -1;
}

std::string ValueInfo::ToString() const {
  const std::string shape =
      !has_rank ? "..." : absl::StrJoin(dims, ", ", [](std::string* out, int64_t dim) {
        absl::StrAppend(out, dim == kUnknownDim ? "?" : absl::StrCat(dim));
      });
  return absl::StrCat(dtype == ACL_DT_UNDEFINED ? "?" : DTypeName(dtype), "[", shape, "]");
}

std::vector<AttrArgument> AttrArguments(const Node& node) {
  std::vector<AttrArgument> result;
  for (size_t i = 0; i < node.attrs.size(); ++i) {
    const AttrInfo& info = node.info->attrs[i];
    if (info.argument != kNone) result.push_back({info.argument, &info, &node.attrs[i]});
  }
  return result;
}

uint32_t InferNode(const Node& node, const std::vector<ValueInfo>& inputs,
                   std::vector<ValueInfo>* outputs) {
  return Inferrer(node, inputs).Infer(outputs);
}

uint32_t InferAll(const Model& model, const std::vector<ValueInfo>& inputs,
                  std::vector<ValueInfo>* values) {
  values->assign(static_cast<size_t>(model.values), {});
  for (size_t i = 0; i < model.inputs.size(); ++i) {
    const Node& node = model.nodes[static_cast<size_t>(model.inputs[i])];
    (*values)[static_cast<size_t>(node.first_value)] = inputs[i];
  }
  for (const Node& node : model.nodes) {
    if (node.is_constant) {
      (*values)[static_cast<size_t>(node.first_value)] =
          ValueInfo::Of(node.constant.GetTensorDesc());
    }
    if (node.info == nullptr) continue;
    std::vector<ValueInfo> in, out;
    for (int value : node.inputs) in.push_back((*values)[static_cast<size_t>(value)]);
    if (const uint32_t status = InferNode(node, in, &out); status != ge::SUCCESS) return status;
    std::move(out.begin(), out.end(), values->begin() + node.first_value);
  }
  return ge::SUCCESS;
}

std::vector<ValueInfo> DeclaredInputs(const Model& model) {
  std::vector<ValueInfo> inputs;
  for (int number : model.inputs) {
    const Node& node = model.nodes[static_cast<size_t>(number)];
    inputs.push_back(node.described ? ValueInfo::Of(node.desc) : ValueInfo());
  }
  return inputs;
}

}  // namespace openaclnn::graph
