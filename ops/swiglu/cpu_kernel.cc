// out = silu(activated) * other, as if silu were not rounded.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/swiglu/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/sigmoid/sigmoid_fast-inl.h"
#include "ops/math/silu/silu-inl.h"
#include "ops/math/times_product-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::swiglu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V activated, V other, V& out) {
    V factor;
    hn::Mask<D> right;
    const auto in_range = SigmoidFast<Stored>(d, activated, factor);
    out = TimesProduct<Stored>(d, activated, other, factor, right);
    return hn::And(right, in_range);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V activated, V other, V& out) {
    out = hn::Mul(Silu(d, activated), other);
  }
};

}  // namespace openaclnn::swiglu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::swiglu {
OPENACLNN_CPU_KERNEL(SwiGlu, 2, 1, Kernel)
}  // namespace openaclnn::swiglu
