#include "runtime/graph/node_call.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "ge/ge_api_error_codes.h"
#include "opdev/op_errno.h"
#include "runtime/graph/messages.h"

namespace openaclnn::graph {
namespace {

bool HasWord(std::string_view text, std::string_view word) {
  const auto is_letter = [&](size_t i) {
    return i < text.size() && (absl::ascii_isalnum(text[i]) || text[i] == '_');
  };
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + word.size())) return true;
  }
  return false;
}

}  // namespace

NodeCall::~NodeCall() {
  if (executor_ != nullptr) (void)aclDestroyAclOpExecutor(executor_);
  for (const Tensor& tensor : tensors_) (void)aclDestroyTensor(tensor.handle);
  for (const aclScalar* scalar : scalars_) (void)aclDestroyScalar(scalar);
  for (const aclIntArray* array : arrays_) (void)aclDestroyIntArray(array);
}

uint32_t NodeCall::Explain(uint32_t status) const {
  const std::string message = AclMessage();
  std::vector<std::string> names;
  const auto add = [&](std::string_view kind, const char* name, int argument) {
    if (argument == kNone) return;
    const std::string_view there = node_.info->arguments[static_cast<size_t>(argument)].name;
    if (there != name && HasWord(message, there))
      names.push_back(absl::StrCat(there, " is the ", kind, " ", name));
  };
  for (const Port& port : node_.info->inputs) add("input", port.name, port.argument);
  for (const AttrInfo& attr : node_.info->attrs) add("attribute", attr.name, attr.argument);
  for (const Port& port : node_.info->outputs) add("output", port.name, port.argument);
  return Fail(status, absl::StrCat(node_.Title(), ": ", message, names.empty() ? "" : " (",
                                   absl::StrJoin(names, ", "), names.empty() ? "" : ")"));
}

uint32_t NodeCall::SetTensor(const Operand& operand, int value, Arg* arg) {
  const std::vector<int64_t>& dims = operand.info->dims;
  tensors_.reserve(tensors_.size() + 1);  // or the tensor would be lost
  arg->tensor = aclCreateTensor(dims.data(), dims.size(), operand.info->dtype, nullptr, 0,
                                operand.info->format, dims.data(), dims.size(), operand.address);
  if (arg->tensor == nullptr) return Explain(ge::MEMALLOC_FAILED);
  tensors_.push_back({arg->tensor, value});
  return ge::SUCCESS;
}

uint32_t NodeCall::SetAttr(const Argument& info, const AttrValue* value, Arg* arg) {
  const auto* const integer = value == nullptr ? nullptr : std::get_if<int64_t>(value);
  const auto* const real = value == nullptr ? nullptr : std::get_if<float>(value);
  const auto* const flag = value == nullptr ? nullptr : std::get_if<bool>(value);
  const auto* const text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  const auto* const type = value == nullptr ? nullptr : std::get_if<ge::DataType>(value);
  switch (info.kind) {
    case ParamKind::kString:
      *arg = Arg::Of(text != nullptr ? text->c_str() : info.text);
      break;
    case ParamKind::kEnum:
      *arg = Arg::Of(integer != nullptr ? *integer : info.number);
      for (const ParamValue& listed : info.values) {
        if (text != nullptr && listed.text == *text) arg->number = listed.number;
      }
      break;
    case ParamKind::kDouble:
    case ParamKind::kFloat:
      *arg = Arg::Of(real != nullptr ? static_cast<double>(*real) : info.real);
      break;
    case ParamKind::kDType:
      *arg = Arg::Of(integer != nullptr ? *integer
                     : type != nullptr  ? static_cast<int64_t>(*type)
                                        : info.number);
      break;
    case ParamKind::kScalar: {
      if (info.null && value == nullptr) break;
      scalars_.reserve(scalars_.size() + 1);
      if (real != nullptr || IsFloat(info.dtype)) {
        // Samples of the other floating-point types are float32 numbers, too.
        const float number = real != nullptr ? *real : static_cast<float>(info.real);
        const double wide = info.real;
        const bool is_double = real == nullptr && info.dtype == ACL_DOUBLE;
        arg->scalar = is_double ? aclCreateScalar(const_cast<double*>(&wide), ACL_DOUBLE)
                                : aclCreateScalar(const_cast<float*>(&number), ACL_FLOAT);
      } else {
        arg->scalar = aclCreateScalar(const_cast<int64_t*>(&info.number), ACL_INT64);
      }
      if (arg->scalar == nullptr) return Explain(ge::MEMALLOC_FAILED);
      scalars_.push_back(arg->scalar);
      break;
    }
    case ParamKind::kIntArray: {
      const auto* const numbers =
          value == nullptr ? nullptr : std::get_if<std::vector<int64_t>>(value);
      arrays_.reserve(arrays_.size() + 1);
      arg->int_array =
          numbers == nullptr ? nullptr : aclCreateIntArray(numbers->data(), numbers->size());
      if (arg->int_array == nullptr) return Explain(ge::MEMALLOC_FAILED);
      arrays_.push_back(arg->int_array);
      break;
    }
    default:
      *arg = Arg::Of(integer != nullptr ? *integer
                     : flag != nullptr  ? int64_t{*flag}
                                        : info.number);
  }
  return ge::SUCCESS;
}

uint32_t NodeCall::Plan(const std::vector<Operand>& inputs, const std::vector<Operand>& outputs,
                        uint64_t* workspace_bytes) {
  const TypeInfo& type = *node_.info;
  std::vector<Arg> args(type.arguments.size());
  std::vector<const AttrValue*> values(args.size(), nullptr);
  for (const AttrArgument& attr : AttrArguments(node_))
    values[static_cast<size_t>(attr.argument)] = attr.value;
  for (size_t i = 0; i < args.size(); ++i) {
    const ParamKind kind = type.arguments[i].kind;
    if (kind == ParamKind::kInputTensor || kind == ParamKind::kOutputTensor) continue;
    if (const uint32_t status = SetAttr(type.arguments[i], values[i], &args[i]);
        status != ge::SUCCESS)
      return status;
  }
  const auto set_tensors = [&](std::span<const Port> ports, const std::vector<Operand>& operands,
                               const std::vector<int>& numbers) {
    for (size_t i = 0; i < ports.size(); ++i) {
      if (ports[i].argument == kNone) continue;
      const uint32_t status =
          SetTensor(operands[i], numbers[i], &args[static_cast<size_t>(ports[i].argument)]);
      if (status != ge::SUCCESS) return status;
    }
    return uint32_t{ge::SUCCESS};
  };
  if (const uint32_t status = set_tensors(type.inputs, inputs, node_.inputs); status != ge::SUCCESS)
    return status;
  if (const uint32_t status = set_tensors(type.outputs, outputs, node_.Outputs());
      status != ge::SUCCESS)
    return status;
  const aclnnStatus status = type.get_workspace_size(args, workspace_bytes, &executor_);
  return status == ACLNN_SUCCESS ? uint32_t{ge::SUCCESS}
                                 : Explain(StatusOf(status, ge::PARAM_INVALID));
}

std::optional<int64_t> NodeCall::PassElements() const {
  const std::optional<ElementwisePass> pass = PassOf(executor_);
  return pass.has_value() ? std::optional<int64_t>(pass->count) : std::nullopt;
}

bool NodeCall::ReadsInPlace(absl::FunctionRef<bool(int value)> is_made) const {
  const std::optional<ElementwisePass> pass = PassOf(executor_);
  return pass.has_value() &&
         std::none_of(tensors_.begin(), tensors_.end(), [&](const Tensor& tensor) {
           return is_made(tensor.value) && pass->Repeats(tensor.handle);
         });
}

FusedCall NodeCall::Fused(const std::vector<int>& blocks) const {
  FusedCall call = {executor_, {}};
  for (const Tensor& tensor : tensors_) {
    const int number = blocks[static_cast<size_t>(tensor.value)];
    if (number >= 0) call.blocks.push_back({tensor.handle, number});
  }
  return call;
}

uint32_t NodeCall::Run(void* workspace, uint64_t workspace_bytes, aclrtStream stream) {
  const aclnnStatus status =
      node_.info->run(workspace, workspace_bytes, std::exchange(executor_, nullptr), stream);
  return status == ACLNN_SUCCESS ? uint32_t{ge::SUCCESS} : Explain(ge::INTERNAL_ERROR);
}

}  // namespace openaclnn::graph
