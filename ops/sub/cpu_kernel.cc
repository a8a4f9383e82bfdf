// out = self - alpha * other, of two tensors, or of a tensor and a number, which is either operand.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/axpy-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sub {
OPENACLNN_CPU_KERNEL(SubTensors, 2, 1, OneFormula<Axpy<true>>)
OPENACLNN_CPU_KERNEL(SubNumber, 1, 1, OneFormula<WithNumber<Axpy<true>>>)
OPENACLNN_CPU_KERNEL(SubFromNumber, 1, 1, OneFormula<WithNumber<Axpy<true>, true>>)
}  // namespace openaclnn::sub
