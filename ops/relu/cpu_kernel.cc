// out = self where it is not negative, 0 elsewhere. As in PyTorch -0 and NaN stay.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/relu/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::relu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V self, V& out) const {
    out = hn::IfThenZeroElse(hn::Lt(self, hn::Zero(d)), self);
  }
};

}  // namespace openaclnn::relu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::relu {
OPENACLNN_CPU_KERNEL(Relu, 1, 1, Kernel)
}  // namespace openaclnn::relu
