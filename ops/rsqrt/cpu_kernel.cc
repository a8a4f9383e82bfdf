// out = 1 / the square root of self.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/fma-inl.h"
#include "runtime/cpu/divide-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::rsqrt {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored>
  static HWY_INLINE void Fast(auto d, auto self, auto& out) {
    out = Divide(d, hn::Set(d, 1.0f), hn::Sqrt(self));
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V self, V& out) {
    // The root and the quotient are rounded; what they lost (each exact) corrects the quotient.
    // Roots of small numbers are taken of multiples, so that nothing is lost to underflow.
    const auto small = hn::Lt(self, hn::Set(d, 0x1p-900));
    const V x = hn::IfThenElse(small, hn::Mul(self, hn::Set(d, 0x1p200)), self);
    const V root = hn::Sqrt(x), one = hn::Set(d, 1.0), quotient = Divide(d, one, root);
    const V of_root = hn::Mul(FusedNegMulAdd(d, root, root, x), hn::Mul(quotient, quotient));
    const V error =
        FusedNegMulAdd(d, of_root, hn::Set(d, 0.5), FusedNegMulAdd(d, root, quotient, one));
    // Zeros, infinities and NaN have no error.
    const V corrected =
        hn::IfThenElse(hn::IsFinite(error), FusedMulAdd(d, quotient, error, quotient), quotient);
    out = hn::IfThenElse(small, hn::Mul(corrected, hn::Set(d, 0x1p100)), corrected);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Rsqrt, 1, 1, Kernel)
}  // namespace openaclnn::rsqrt
