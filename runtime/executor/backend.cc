#include "runtime/executor/backend.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "runtime/cpu/convert.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {
namespace {

class CpuBackend final : public Backend {
 public:
  // Kernels take any types and strides, so that one step does it.
  void Elementwise(const ElementwiseWork& work, PlanBuilder& plan) const override {
    plan.ElementwiseOnCpu(work.kernels.cpu, work.inputs, work.outputs, work.options);
  }
};

absl::InlinedVector<aclDataType, 6> DTypesOf(absl::Span<const Operand> operands) {
  absl::InlinedVector<aclDataType, 6> dtypes;
  for (const Operand& operand : operands) dtypes.push_back(operand.view.dtype);
  return dtypes;
}

class AiCoreBackend final : public Backend {
 public:
  void Elementwise(const ElementwiseWork& work, PlanBuilder& plan) const override {
    const DeviceElementwise::Variant* variant = work.kernels.device.Find(
        DTypesOf(work.inputs), DTypesOf(work.outputs), work.options.compute);
    if (variant == nullptr) return ai_cpu_.Elementwise(work, plan);
    if (!work.outputs[0].view.empty()) Launch(work, *variant, plan);
  }

 private:
  static void Launch(const ElementwiseWork& work, const DeviceElementwise::Variant& variant,
                     PlanBuilder& plan) {
    const Dims& shape = work.outputs[0].view.shape;
    const int64_t count = *ElementCount(shape);
    const ElementwiseFunction copy =
        work.options.compute == ACL_DT_UNDEFINED ? ConvertElementsToNearest : ConvertElements;
    const int64_t padded_count = std::max(count, LeastElements(*plan.soc().product, variant));

    // The operand itself if the kernel can use it, else a temporary like it. One with too few
    // elements for the kernel is longer than its view.
    const auto usable = [&](const Operand& operand, aclDataType dtype) {
      return operand.view.dtype == dtype && padded_count == count &&
             *ElementCount(operand.view.shape) == count &&
             IsContiguous(operand.view.shape, operand.view.strides);
    };
    const auto temporary = [&](const char* name, aclDataType dtype) {
      Operand operand = plan.Temporary(name, dtype, {padded_count});
      operand.view.shape = shape;
      operand.view.strides = ContiguousStrides(shape);
      return operand;
    };
    absl::InlinedVector<Operand, 6> operands;
    for (const Operand& input : work.inputs) {
      operands.push_back(input);
      if (usable(input, variant.input)) continue;
      operands.back() = temporary("input of the device kernel", variant.input);
      plan.ElementwiseOnCpu(copy, {input}, {operands.back()});
    }
    for (const Operand& output : work.outputs) {
      operands.push_back(usable(output, variant.output)
                             ? output
                             : temporary("output of the device kernel", variant.output));
    }

    DeviceStep launch = DivideElementwise(plan.soc(), work.kernels.device, variant, padded_count,
                                          work.options.numbers);
    for (size_t i = 0; i < operands.size(); ++i) {
      const bool is_output = i >= work.inputs.size();
      const Operand& argument = is_output ? work.outputs[i - work.inputs.size()] : work.inputs[i];
      const auto bytes = static_cast<int64_t>(DTypeBytes(operands[i].view.dtype));
      // Kernels do not read outputs: where one is an input as well, it is among the inputs, too.
      launch.tensors.push_back({.bytes = padded_count * bytes,
                                .writable = is_output,
                                .name = plan.NameOf(argument),
                                .undefined = is_output});
    }
    plan.Launch(std::move(launch), operands);

    for (size_t i = 0; i < work.outputs.size(); ++i) {
      const Operand& result = operands[work.inputs.size() + i];
      if (result.storage != work.outputs[i].storage)
        plan.ElementwiseOnCpu(copy, {result}, {work.outputs[i]});
    }
  }

  // What no device kernel computes the chip leaves to its AI CPU.
  CpuBackend ai_cpu_;
};

}  // namespace

const Backend& BackendOf(BackendKind kind) {
  static constexpr CpuBackend kCpu;
  static constexpr AiCoreBackend kAiCore;
  if (kind == BackendKind::kAiCore) return kAiCore;
  return kCpu;
}

}  // namespace openaclnn
