// out = selu(self).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/selu/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/selu-inl.h"
#include "runtime/cpu/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::selu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

void Selu(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<1, 1>(task, begin, end, [](auto d, auto self, auto& out) HWY_ATTR { out = SeluFromInput(d, self); });
}

}  // namespace openaclnn::selu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::selu {
OPENACLNN_CPU_KERNEL(Selu)
}  // namespace openaclnn::selu
#endif
