#include "runtime/executor/plan.h"

#include <utility>

#include "runtime/handles/handles.h"
#include "runtime/rules/errors.h"

namespace openaclnn {

Operand Narrow(Operand operand, size_t dim, int64_t begin, int64_t length) {
  operand.view.offset += begin * operand.view.strides[dim];
  operand.view.shape[dim] = length;
  return operand;
}

PlanBuilder::PlanBuilder(const FunctionInfo& function, const Device& device, absl::Span<Arg> args, Plan& plan)
    : function_(function), device_(device), args_(args), plan_(plan) {
  plan_.function = &function;
}

aclnnStatus PlanBuilder::CheckRules() {
  const RuleContext context = {function_.name, function_.op, device_.soc->product, function_.accepted, function_.params, args_};
  OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckRules(function_.rules, context));
  plan_.arguments.resize(args_.size());
  for (size_t i = 0; i < args_.size(); ++i) {
    const aclTensor* tensor = args_[i].tensor;
    if (tensor == nullptr) continue;
    plan_.arguments[i] = {tensor, TensorPool().Generation(tensor), function_.params[i].kind == ParamKind::kOutputTensor, tensor->view};
  }
  return 0;
}

Operand PlanBuilder::Temporary(const char* name, aclDataType dtype, const Dims& shape) {
  const int64_t bytes = ElementCount(shape).value_or(0) * static_cast<int64_t>(DTypeBytes(dtype));
  // Its life begins and ends with the steps that use it.
  const int entry = plan_.workspace.Book(name, bytes, INT32_MAX, -1);
  return {Plan::kFirstTemporary + entry, {dtype, shape, ContiguousStrides(shape), 0}};
}

void PlanBuilder::Elementwise(const CpuKernel& kernel, std::initializer_list<Operand> inputs, std::initializer_list<Operand> outputs) {
  if (outputs.begin()->view.empty()) return;
  Plan::Step step;
  step.function = CurrentImplMode() == ImplMode::kHighPrecision ? kernel.high_precision : kernel.high_performance;
  step.task.shape = outputs.begin()->view.shape;
  const int number = static_cast<int>(plan_.steps.size());
  const auto add = [&](const Operand& operand) {
    if (operand.storage >= Plan::kFirstTemporary) plan_.workspace.Extend(operand.storage - Plan::kFirstTemporary, number);
    step.places.emplace_back(operand.storage, operand.view.offset * static_cast<int64_t>(DTypeBytes(operand.view.dtype)));
    return ElementwiseOperand{nullptr, operand.view.dtype, BroadcastStrides(operand.view.shape, operand.view.strides, step.task.shape)};
  };
  for (const Operand& input : inputs) step.task.inputs.push_back(add(input));
  for (const Operand& output : outputs) step.task.outputs.push_back(add(output));
  Simplify(step.task);
  plan_.steps.push_back(std::move(step));
}

}  // namespace openaclnn
