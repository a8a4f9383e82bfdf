// out = self + alpha * other, of two tensors, or of a tensor and a number.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/axpy-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::add {
OPENACLNN_CPU_KERNEL(AddTensors, 2, 1, OneFormula<Axpy<false>>)
OPENACLNN_CPU_KERNEL(AddNumber, 1, 1, OneFormula<WithNumber<Axpy<false>>>)
}  // namespace openaclnn::add
