// out = self ^ exponent; integers wrap, by squaring.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/math/pow/pow-inl.h"
#include "ops/math/pow/pow_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::pow {
OPENACLNN_BEGIN_KERNELS();

struct Tensors {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V self, V exponent, V& out) const {
    hn::Mask<D> right;
    out = PowFast(d, self, exponent, right);
    return right;
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V exponent, V& out) const {
    out = Pow(d, self, exponent);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V self, V exponent, V& out) const {
    using T = hn::TFromD<D>;
    const V zero = hn::Zero(d), one = hn::Set(d, T{1});
    const auto is_odd = [&](V bits) HWY_ATTR { return hn::Ne(hn::And(bits, one), zero); };
    const auto odd = is_odd(exponent);
    V power = one, square = self, rest = exponent;
    for (int bit = 0; bit < static_cast<int>(8 * sizeof(T)); ++bit) {
      power = hn::IfThenElse(is_odd(rest), hn::Mul(power, square), power);
      square = hn::Mul(square, square);
      rest = hn::ShiftRight<1>(rest);
    }
    if constexpr (std::is_signed_v<T>) {
      // Of 1 and -1 alone the reciprocal of a power is an integer.
      const V minus_one = hn::Set(d, T{-1});
      V reciprocal = hn::IfThenElseZero(hn::Eq(self, one), one);
      reciprocal =
          hn::IfThenElse(hn::Eq(self, minus_one), hn::IfThenElse(odd, minus_one, one), reciprocal);
      power = hn::IfThenElse(hn::Lt(exponent, zero), reciprocal, power);
    }
    out = power;
  }
};

// The number is the exponent, or the base.
template <bool kBase>
struct Number : Tensors {
  explicit Number(const Numbers& numbers) : number(numbers[0]) {}
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V tensor, V& out) const {
    return Tensors::Fast<Stored>(d, Base(d, tensor), Exponent(d, tensor), out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V tensor, V& out) const {
    Tensors::Exact(d, Base(d, tensor), Exponent(d, tensor), out);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V tensor, V& out) const {
    Tensors::Integer(d, Base(d, tensor), Exponent(d, tensor), out);
  }
  template <class D, class V>
  HWY_INLINE V Base(D d, V tensor) const {
    return kBase ? number.In(d) : tensor;
  }
  template <class D, class V>
  HWY_INLINE V Exponent(D d, V tensor) const {
    return kBase ? tensor : number.In(d);
  }
  Constant number;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(PowTensors, 2, 1, Tensors)
OPENACLNN_CPU_KERNEL(PowOfNumber, 1, 1, Number<true>)
OPENACLNN_CPU_KERNEL(PowByNumber, 1, 1, Number<false>)
}  // namespace openaclnn::pow
