// Comparisons of tensors, and of tensors and numbers: what is checked stands in spec.yaml (rules),
// what runs stands here.

#include <utility>

#include "ops/compare/compare_spec.h"
#include "ops/compare/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::compare {

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

OPENACLNN_KERNELS(EqTensors, OPENACLNN_VARIANTS(eq_tensors, false));
OPENACLNN_KERNELS(NeTensors, OPENACLNN_VARIANTS(ne_tensors, false));
OPENACLNN_KERNELS(LtTensors, OPENACLNN_VARIANTS(lt_tensors, false));
OPENACLNN_KERNELS(LeTensors, OPENACLNN_VARIANTS(le_tensors, false));
OPENACLNN_KERNELS(EqNumber, OPENACLNN_VARIANTS(eq_number, true));
OPENACLNN_KERNELS(NeNumber, OPENACLNN_VARIANTS(ne_number, true));
OPENACLNN_KERNELS(GtNumber, OPENACLNN_VARIANTS(gt_number, true));
OPENACLNN_KERNELS(GeNumber, OPENACLNN_VARIANTS(ge_number, true));
OPENACLNN_KERNELS(LtNumber, OPENACLNN_VARIANTS(lt_number, true));
OPENACLNN_KERNELS(LeNumber, OPENACLNN_VARIANTS(le_number, true));

// By the number of the relation. What is greater is less with the tensors exchanged.
constexpr const ElementwiseKernels* kTensors[] = {&kEqTensors, &kNeTensors, &kLtTensors,
                                                  &kLeTensors, &kLtTensors, &kLeTensors};
constexpr const ElementwiseKernels* kNumber[] = {&kEqNumber, &kNeNumber, &kGtNumber,
                                                 &kGeNumber, &kLtNumber, &kLeNumber};

void Plan(PlanBuilder& plan) {
  const auto relation = plan.attr(kRelation);
  if (plan.has(kOther)) {
    Operand first = plan.tensor(kSelf), second = plan.tensor(kOther);
    if (relation == kRelationGt || relation == kRelationGe) std::swap(first, second);
    plan.Elementwise(*kTensors[relation], {first, second}, {plan.tensor(kOut)},
                     plan.ComputedIn(plan.Promoted({kSelf, kOther})));
    return;
  }
  const aclDataType compute = plan.Promoted({kSelf, kOtherScalar});
  plan.Elementwise(*kNumber[relation],
                   {.numbers = {plan.RoundedFor(compute, kOtherScalar)}, .compute = compute});
}

}  // namespace openaclnn::compare
