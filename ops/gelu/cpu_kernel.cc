// y = gelu(x), for both forms of GELU.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/gelu/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/gelu-inl.h"
#include "runtime/cpu/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::gelu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

void Erf(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<1, 1>(task, begin, end, [](auto d, auto x, auto& y) HWY_ATTR { y = GeluErf(d, x); });
}

void Tanh(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<1, 1>(task, begin, end, [](auto d, auto x, auto& y) HWY_ATTR { y = GeluTanh(d, x); });
}

}  // namespace openaclnn::gelu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::gelu {
OPENACLNN_CPU_KERNEL(Erf)
OPENACLNN_CPU_KERNEL(Tanh)
}  // namespace openaclnn::gelu
#endif
