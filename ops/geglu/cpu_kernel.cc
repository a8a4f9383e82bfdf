// out = other * gelu(activated), outGelu = gelu(activated): the product is taken before gelu is rounded.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/geglu/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/gelu-inl.h"
#include "runtime/cpu/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::geglu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

void Erf(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<2, 2>(task, begin, end, [](auto d, auto activated, auto other, auto& out, auto& out_gelu) HWY_ATTR {
    const auto gelu = GeluErf(d, activated);
    out = hn::Mul(other, gelu);
    out_gelu = gelu;
  });
}

void Tanh(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<2, 2>(task, begin, end, [](auto d, auto activated, auto other, auto& out, auto& out_gelu) HWY_ATTR {
    const auto gelu = GeluTanh(d, activated);
    out = hn::Mul(other, gelu);
    out_gelu = gelu;
  });
}

}  // namespace openaclnn::geglu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::geglu {
OPENACLNN_CPU_KERNEL(Erf)
OPENACLNN_CPU_KERNEL(Tanh)
}  // namespace openaclnn::geglu
#endif
