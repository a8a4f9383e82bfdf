// out = self ^ exponent; integers wrap.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/pow/pow-inl.h"
#include "ops/math/pow/pow_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::pow {
OPENACLNN_BEGIN_KERNELS();

struct Tensors {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V self, V exponent, V& out) {
    hn::Mask<D> right;
    out = PowFast(d, self, exponent, right);
    return right;
  }
  static HWY_INLINE void Exact(auto d, auto self, auto exponent, auto& out) {
    out = Pow(d, self, exponent);
  }
  static HWY_INLINE void Integer(auto d, auto self, auto exponent, auto& out) {
    out = PowInteger(d, self, exponent);
  }
};

// The number is the exponent, or the base.
template <bool kBase>
struct Number {
  explicit Number(const Numbers& numbers) : number(numbers[0]) {}
  template <class Stored>
  HWY_INLINE auto Fast(auto d, auto tensor, auto& out) const {
    return Tensors::Fast<Stored>(d, Base(d, tensor), Exponent(d, tensor), out);
  }
  HWY_INLINE void Exact(auto d, auto tensor, auto& out) const {
    Tensors::Exact(d, Base(d, tensor), Exponent(d, tensor), out);
  }
  HWY_INLINE void Integer(auto d, auto tensor, auto& out) const {
    Tensors::Integer(d, Base(d, tensor), Exponent(d, tensor), out);
  }
  HWY_INLINE auto Base(auto d, auto tensor) const { return kBase ? number.In(d) : tensor; }
  HWY_INLINE auto Exponent(auto d, auto tensor) const { return kBase ? tensor : number.In(d); }
  Constant number;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(PowTensors, 2, 1, Tensors)
OPENACLNN_CPU_KERNEL(PowOfNumber, 1, 1, Number<true>)
OPENACLNN_CPU_KERNEL(PowByNumber, 1, 1, Number<false>)
}  // namespace openaclnn::pow
