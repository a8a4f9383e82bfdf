// out = hardswish(self).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/hardswish/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/hardswish/hardswish-inl.h"
#include "ops/math/hardswish/hardswish_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::hardswish::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V self, V& out) {
    out = HardswishFast<Stored>(d, self);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V self, V& out) {
    out = Hardswish(d, self);
  }
};

}  // namespace openaclnn::hardswish::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::hardswish {
OPENACLNN_CPU_KERNEL(HardswishForward, 1, 1, Kernel)
}  // namespace openaclnn::hardswish
