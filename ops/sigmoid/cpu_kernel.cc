// out = 1 / (1 + e^-self).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sigmoid/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/sigmoid/sigmoid-inl.h"
#include "ops/math/sigmoid/sigmoid_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::sigmoid::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V self, V& out) const {
    return SigmoidFast<Stored>(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Sigmoid(d, self);
  }
};

}  // namespace openaclnn::sigmoid::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::sigmoid {
OPENACLNN_CPU_KERNEL(Sigmoid, 1, 1, Kernel)
}  // namespace openaclnn::sigmoid
