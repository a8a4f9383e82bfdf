// Comparisons of tensors, and of tensors and numbers: what is checked stands in spec.yaml (rules),
// what runs stands here.

#include <utility>

#include "ops/compare/compare_spec.h"
#include "ops/compare/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::compare {

// cpu_kernel.cc
extern const CpuKernel kEqTensors, kNeTensors, kLtTensors, kLeTensors;
extern const CpuKernel kEqNumber, kNeNumber, kGtNumber, kGeNumber, kLtNumber, kLeNumber;

using device::VariantOf;
// Kernels differ in their code only, not in what they need.
template <class In, bool kNumber>
constexpr DeviceElementwise::Variant Variant(const aicore::DeviceKernel& kernel) {
  return VariantOf<Compare<In, kRelationEq, kNumber>, In, bool>(kernel);
}
#define OPENACLNN_VARIANTS(kernel, number)                                         \
  {Variant<float, number>(OPENACLNN_DEVICE_KERNEL(kernel<float, bool>)),           \
   Variant<half, number>(OPENACLNN_DEVICE_KERNEL(kernel<half, bool>)),             \
   Variant<bfloat16_t, number>(OPENACLNN_DEVICE_KERNEL(kernel<bfloat16_t, bool>)), \
   Variant<int32_t, number>(OPENACLNN_DEVICE_KERNEL(kernel<int32_t, bool>))}

// By the number of the relation.
struct Kernel {
  const CpuKernel* cpu;
  DeviceElementwise::Variant device[4];
  bool exchanged = false;  // the tensors, so that one kernel finds what is less and what is greater
};
constexpr Kernel kTensors[] = {{&kEqTensors, OPENACLNN_VARIANTS(eq_tensors, false)},
                               {&kNeTensors, OPENACLNN_VARIANTS(ne_tensors, false)},
                               {&kLtTensors, OPENACLNN_VARIANTS(lt_tensors, false), true},
                               {&kLeTensors, OPENACLNN_VARIANTS(le_tensors, false), true},
                               {&kLtTensors, OPENACLNN_VARIANTS(lt_tensors, false)},
                               {&kLeTensors, OPENACLNN_VARIANTS(le_tensors, false)}};
constexpr Kernel kNumber[] = {{&kEqNumber, OPENACLNN_VARIANTS(eq_number, true)},
                              {&kNeNumber, OPENACLNN_VARIANTS(ne_number, true)},
                              {&kGtNumber, OPENACLNN_VARIANTS(gt_number, true)},
                              {&kGeNumber, OPENACLNN_VARIANTS(ge_number, true)},
                              {&kLtNumber, OPENACLNN_VARIANTS(lt_number, true)},
                              {&kLeNumber, OPENACLNN_VARIANTS(le_number, true)}};

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  if (plan.has(kOther)) {
    const Kernel& kernel = kTensors[plan.attr(kRelation)];
    Operand first = self, second = plan.tensor(kOther);
    if (kernel.exchanged) std::swap(first, second);
    plan.Elementwise(*kernel.cpu, {kernel.device}, {first, second}, {out},
                     {.compute = plan.Promoted({kSelf, kOther})});
    return;
  }
  const Kernel& kernel = kNumber[plan.attr(kRelation)];
  const aclDataType compute = plan.Promoted({kSelf, kOtherScalar});
  plan.Elementwise(*kernel.cpu, {kernel.device}, {self}, {out},
                   {.numbers = {plan.RoundedFor(compute, kOtherScalar)}, .compute = compute});
}

}  // namespace openaclnn::compare
