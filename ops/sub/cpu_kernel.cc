// out = self - alpha * other, of two tensors, or of a tensor and a number, which is either operand.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sub/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/axpy-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sub {
namespace HWY_NAMESPACE {
using namespace openaclnn::HWY_NAMESPACE;
}  // namespace HWY_NAMESPACE

OPENACLNN_CPU_KERNEL(SubTensors, 2, 1, OneFormula<Axpy<true>>)
OPENACLNN_CPU_KERNEL(SubNumber, 1, 1, OneFormula<WithNumber<Axpy<true>>>)
OPENACLNN_CPU_KERNEL(SubFromNumber, 1, 1, OneFormula<WithNumber<Axpy<true>, true>>)
}  // namespace openaclnn::sub
