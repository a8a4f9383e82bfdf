// The greater or the smaller of two elements; NaN if either is NaN.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/maximum/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/extreme-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::maximum::HWY_NAMESPACE {
using namespace openaclnn::HWY_NAMESPACE;
}  // namespace openaclnn::maximum::HWY_NAMESPACE

namespace openaclnn::maximum {
OPENACLNN_CPU_KERNEL(Maximum, 2, 1, OneFormula<Greater>)
OPENACLNN_CPU_KERNEL(Minimum, 2, 1, OneFormula<Smaller>)
}  // namespace openaclnn::maximum
