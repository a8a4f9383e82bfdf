// out = selu(self).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/selu/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/selu/selu-inl.h"
#include "ops/math/selu/selu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::selu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V self, V& out) {
    out = SeluFast<Stored>(d, self);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V self, V& out) {
    out = SeluFromInput(d, self);
  }
};

}  // namespace openaclnn::selu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::selu {
OPENACLNN_CPU_KERNEL(Selu, 1, 1, Kernel)
}  // namespace openaclnn::selu
