// out = self + alpha * other, of two tensors, or of a tensor and a number.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/add/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/axpy-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::add {
namespace HWY_NAMESPACE {
using namespace openaclnn::HWY_NAMESPACE;
}  // namespace HWY_NAMESPACE

OPENACLNN_CPU_KERNEL(AddTensors, 2, 1, OneFormula<Axpy<false>>)
OPENACLNN_CPU_KERNEL(AddNumber, 1, 1, OneFormula<WithNumber<Axpy<false>>>)
}  // namespace openaclnn::add
