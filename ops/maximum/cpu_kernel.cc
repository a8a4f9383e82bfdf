// The greater or the smaller of two elements; NaN if either is NaN.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/extreme-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::maximum {
OPENACLNN_CPU_KERNEL(Maximum, 2, 1, OneFormula<Greater>)
OPENACLNN_CPU_KERNEL(Minimum, 2, 1, OneFormula<Smaller>)
}  // namespace openaclnn::maximum
