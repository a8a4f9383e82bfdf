#include "runtime/executor/plan.h"

#include <algorithm>
#include <span>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "opdev/op_errno.h"
#include "runtime/base/errors.h"
#include "runtime/cpu/convert.h"
#include "runtime/executor/backend.h"
#include "runtime/executor/device_move.h"
#include "runtime/handles/handles.h"
#include "runtime/tensor/wrapping.h"

namespace openaclnn {
namespace {

// In place, because copies of operands are what planning spends its time on.
void NarrowView(TensorView& view, size_t dim, int64_t begin, int64_t length, int64_t step) {
  view.offset = WrappingSum(view.offset, WrappingProduct(begin, view.strides[dim]));
  view.shape[dim] = length;
  // One element is its own step.
  if (length > 1) view.strides[dim] = WrappingProduct(view.strides[dim], step);
}

}  // namespace

Operand Narrow(Operand operand, size_t dim, int64_t begin, int64_t length, int64_t step) {
  NarrowView(operand.view, dim, begin, length, step);
  return operand;
}

Operand Selected(const Operand& operand, size_t dim, int64_t index) {
  Operand selected = Narrow(operand, dim, index, 1);
  const TensorView from = selected.view;
  selected.view.shape = selected.view.strides = {};
  for (size_t i = 0; i < from.shape.size(); ++i) {
    if (i == dim) continue;
    selected.view.shape.push_back(from.shape[i]);
    selected.view.strides.push_back(from.strides[i]);
  }
  return selected;
}

Halves SplitInHalves(const Operand& operand, int64_t dim) {
  const auto& shape = operand.view.shape;
  const size_t split = DimFromFront(dim, shape.size());
  const int64_t half = shape[split] / 2;
  Halves halves = {operand, operand};
  NarrowView(halves.first.view, split, 0, half, 1);
  NarrowView(halves.second.view, split, half, half, 1);
  return halves;
}

Operand Reversed(Operand operand, size_t dim) {
  const int64_t extent = operand.view.shape[dim];
  int64_t& stride = operand.view.strides[dim];
  if (extent > 0)
    operand.view.offset = WrappingSum(operand.view.offset, WrappingProduct(extent - 1, stride));
  stride = WrappingProduct(stride, -1);
  return operand;
}

Operand Permuted(Operand operand, const Dims& dims) {
  const TensorView from = operand.view;
  for (size_t i = 0; i < dims.size(); ++i) {
    operand.view.shape[i] = from.shape[static_cast<size_t>(dims[i])];
    operand.view.strides[i] = from.strides[static_cast<size_t>(dims[i])];
  }
  return operand;
}

Operand Unfolded(Operand operand, size_t dim, absl::Span<const int64_t> extents) {
  const TensorView from = operand.view;
  operand.view.shape = operand.view.strides = {};
  for (size_t i = 0; i < from.shape.size(); ++i) {
    if (i != dim) {
      operand.view.shape.push_back(from.shape[i]);
      operand.view.strides.push_back(from.strides[i]);
      continue;
    }
    for (const int64_t extent : extents) operand.view.shape.push_back(extent);
    for (const int64_t stride : ContiguousStrides(Dims(extents.begin(), extents.end())))
      operand.view.strides.push_back(WrappingProduct(stride, from.strides[i]));
  }
  return operand;
}

Operand Blocked(Operand operand, absl::Span<const int64_t> blocks) {
  const TensorView from = operand.view;
  operand.view.shape = operand.view.strides = {};
  for (size_t i = 0; i < blocks.size(); ++i) {
    const int64_t length = from.shape[i] / blocks[i];
    for (const int64_t extent : {blocks[i], length}) operand.view.shape.push_back(extent);
    for (const int64_t stride : {WrappingProduct(from.strides[i], length), from.strides[i]})
      operand.view.strides.push_back(stride);
  }
  return operand;
}

PlanBuilder::PlanBuilder(const FunctionInfo& function, const Device& device, std::span<Arg> args,
                         Plan& plan)
    : function_(function), device_(device), params_(function.params), args_(args), plan_(plan) {
  plan_.function = &function;
}

aclnnStatus PlanBuilder::CheckRules() {
  std::span<const Rule> rules = function_.rules;
  if (function_.has_lists) {
    const size_t members = ExpandedCall::Members(params_, args_);
    if (members > ExpandedCall::kMostMembers) {
      return Fail(ACLNN_ERR_PARAM_INVALID,
                  absl::StrCat(function_.name, ": the list has ", members, " tensors; at most ",
                               ExpandedCall::kMostMembers, " are accepted"));
    }
    lists_ = std::make_unique<ExpandedCall>(params_, args_, rules);
    params_ = lists_->params();
    args_ = lists_->args();
    rules = lists_->rules();
  }
  ParseArgs(params_, args_);
  const RuleContext context = {function_.name, device_.soc->product, function_.accepted, params_,
                               args_};
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckRules(rules, context));
  const size_t parameters = function_.params.size();
  for (size_t i = 0; i < args_.size(); ++i) {
    const aclTensor* tensor = args_[i].tensor;
    if (tensor == nullptr) continue;
    // The function's parameters outlive the plan; those made for members do not.
    ExpandedCall::Member of = {static_cast<ParamNumber>(i), -1};
    if (i >= parameters) of = lists_->member(i - parameters);
    plan_.tensors.emplace_back(&function_.params[of.list], tensor,
                               HandlePool<aclTensor>::Generation(tensor), of.number, tensor->view);
  }
  return ACLNN_SUCCESS;
}

std::vector<Operand> PlanBuilder::tensors(int param) const {
  const ParamInfo* info = &function_.params[static_cast<size_t>(param)];
  std::vector<Operand> members;
  for (size_t i = 0; i < plan_.tensors.size(); ++i) {
    if (plan_.tensors[i].param == info)
      members.push_back({Storage::OfTensor(static_cast<int>(i)), plan_.tensors[i].view});
  }
  return members;
}

aclDataType PlanBuilder::PromotedMembers(int param) const {
  const std::vector<ParamNumber> members = lists_->MembersOf(static_cast<ParamNumber>(param));
  return PromotedType(params_, args_, members);
}

std::string Plan::Tensor::name() const {
  return member < 0 ? param->name : MemberName(param->name, member);
}

Numbers PlanBuilder::NumbersFor(aclDataType dtype,
                                std::initializer_list<ParamNumber> params) const {
  Numbers numbers;
  for (const ParamNumber param : params) numbers.push_back(NumberFor(dtype, param));
  return numbers;
}

Number PlanBuilder::RoundedFor(aclDataType dtype, int param) const {
  if (dtype != ACL_FLOAT16 && dtype != ACL_BF16) return NumberFor(dtype, param);
  const double value = number(param).AsDouble();
  uint16_t bits = 0;
  openaclnn::Convert(ACL_DOUBLE, &value, 1, dtype, &bits);
  return *Number::Read(dtype, &bits);
}

absl::Span<const int64_t> PlanBuilder::int_array(int param) const {
  return args_[static_cast<size_t>(param)].int_array->values;
}

Dims PlanBuilder::dims(int param, size_t rank) const {
  if (rank == 0) return {};
  const absl::Span<const int64_t> values = int_array(param);
  Dims result(values.begin(), values.end());
  for (int64_t& dim : result) dim += dim < 0 ? static_cast<int64_t>(rank) : 0;
  return result;
}

Operand PlanBuilder::tensor(int param) const {
  const ParamInfo* info = &function_.params[static_cast<size_t>(param)];
  int number = 0;
  while (plan_.tensors[static_cast<size_t>(number)].param != info) ++number;
  return {Storage::OfTensor(number), plan_.tensors[static_cast<size_t>(number)].view};
}

Operand PlanBuilder::Temporary(const char* name, aclDataType dtype, const Dims& shape) {
  const int64_t bytes = ElementCount(shape).value_or(0) * static_cast<int64_t>(DTypeBytes(dtype));
  // Its life begins and ends with the steps that use it.
  const int entry = plan_.workspace.Book(name, bytes, INT32_MAX, -1);
  return {Storage::OfTemporary(entry), {dtype, shape, ContiguousStrides(shape), 0}};
}

void PlanBuilder::Use(Step& last, const Operand& operand) {
  const int number = static_cast<int>(plan_.steps.size()) - 1;
  if (operand.storage.is_temporary()) plan_.workspace.Extend(operand.storage.index(), number);
  last.places.push_back({operand.storage, operand.view.offset * static_cast<int64_t>(DTypeBytes(
                                                                    operand.view.dtype))});
}

void PlanBuilder::Elementwise(const ElementwiseKernels& kernels, absl::Span<const Operand> inputs,
                              absl::Span<const Operand> outputs,
                              const ElementwiseOptions& options) {
  BackendOf(device_.backend).Elementwise({kernels, inputs, outputs, options}, *this);
}

void PlanBuilder::Elementwise(const ElementwiseKernels& kernels,
                              const ElementwiseOptions& options) {
  absl::InlinedVector<Operand, 4> inputs, outputs;
  for (size_t i = 0; i < plan_.tensors.size(); ++i) {
    const Plan::Tensor& tensor = plan_.tensors[i];
    (tensor.is_output() ? outputs : inputs)
        .push_back({Storage::OfTensor(static_cast<int>(i)), tensor.view});
  }
  Elementwise(kernels, inputs, outputs, options);
}

const char* PlanBuilder::NameOf(const Operand& operand) const {
  if (operand.storage.is_temporary()) return "temporary";
  return plan_.tensors[static_cast<size_t>(operand.storage.index())].param->name;
}

void PlanBuilder::Launch(DeviceStep launch, absl::Span<const Operand> operands) {
  Step& step = plan_.steps.emplace_back(std::move(launch));
  for (const Operand& operand : operands) Use(step, operand);
}

void PlanBuilder::Convert(const Operand& input, const Operand& output) {
  ElementwiseOnCpu(ConvertElements, {input}, {output});
}

void PlanBuilder::ConvertVia(aclDataType dtype, const Operand& input, const Operand& output) {
  ElementwiseOnCpu(ConvertElementsVia, {input}, {output}, {.compute = dtype});
}

void PlanBuilder::ElementwiseOnCpu(ElementwiseFunction function, absl::Span<const Operand> inputs,
                                   absl::Span<const Operand> outputs,
                                   const ElementwiseOptions& options) {
  if (outputs[0].view.empty()) return;
  Step& step = plan_.steps.emplace_back(function);
  ElementwiseTask& task = step.cpu()->task;
  task.shape = outputs[0].view.shape;
  if (!options.numbers.empty()) task.numbers = options.numbers;
  task.compute = options.compute;
  const auto add = [&](auto& operands, const Operand& operand) {
    Use(step, operand);
    ElementwiseOperand& added = operands.emplace_back();
    added.dtype = operand.view.dtype;
    if (operand.view.shape == task.shape) {
      added.strides = operand.view.strides;
    } else {
      added.strides = BroadcastStrides(operand.view.shape, operand.view.strides, task.shape);
    }
  };
  for (const Operand& input : inputs) add(task.inputs, input);
  for (const Operand& output : outputs) add(task.outputs, output);
  step.cpu()->keeps_dims = options.keeps_dims;
  step.cpu()->copies = function == ConvertElements || function == ConvertElementsVia;
  if (options.keeps_dims) {
    task.count = *ElementCount(task.shape);
  } else {
    Simplify(task);
  }
  if (device_.backend == BackendKind::kAiCore && MovesOnAiCore(*device_.soc, function, task))
    step.cpu()->mover = device_.soc;
}

void PlanBuilder::ElementwiseOnCpu(const CpuKernel& kernel, absl::Span<const Operand> inputs,
                                   absl::Span<const Operand> outputs,
                                   const ElementwiseOptions& options) {
  if (outputs[0].view.empty()) return;
  const bool is_precise = CurrentImplMode() == ImplMode::kHighPrecision;
  ElementwiseOnCpu(is_precise ? kernel.high_precision : kernel.high_performance, inputs, outputs,
                   options);
  if (!is_precise) plan_.steps.back().cpu()->kernel = &kernel;
}

}  // namespace openaclnn
