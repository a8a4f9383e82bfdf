// Comparisons of tensors, and of tensors and numbers: spec.yaml says what is checked, this file
// what runs.

#include <utility>

#include "ops/compare/compare_spec.h"
#include "ops/compare/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::compare {

#define OPENACLNN_COMPARE_KERNELS(name, entry, ...)                                   \
  OPENACLNN_KERNELS(name, {OPENACLNN_COMPARE_VARIANT(entry, float, __VA_ARGS__),      \
                           OPENACLNN_COMPARE_VARIANT(entry, half, __VA_ARGS__),       \
                           OPENACLNN_COMPARE_VARIANT(entry, bfloat16_t, __VA_ARGS__), \
                           OPENACLNN_COMPARE_VARIANT(entry, int32_t, __VA_ARGS__)})
#define OPENACLNN_COMPARE_VARIANT(entry, In, ...) \
  device::VariantOf<Compare<In, __VA_ARGS__>, In, bool>(#entry "<" #In ", bool>")

OPENACLNN_COMPARE_KERNELS(EqTensors, eq_tensors, kRelationEq, false);
OPENACLNN_COMPARE_KERNELS(NeTensors, ne_tensors, kRelationNe, false);
OPENACLNN_COMPARE_KERNELS(LtTensors, lt_tensors, kRelationLt, false);
OPENACLNN_COMPARE_KERNELS(LeTensors, le_tensors, kRelationLe, false);
OPENACLNN_COMPARE_KERNELS(EqNumber, eq_number, kRelationEq, true);
OPENACLNN_COMPARE_KERNELS(NeNumber, ne_number, kRelationNe, true);
OPENACLNN_COMPARE_KERNELS(GtNumber, gt_number, kRelationGt, true);
OPENACLNN_COMPARE_KERNELS(GeNumber, ge_number, kRelationGe, true);
OPENACLNN_COMPARE_KERNELS(LtNumber, lt_number, kRelationLt, true);
OPENACLNN_COMPARE_KERNELS(LeNumber, le_number, kRelationLe, true);

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
