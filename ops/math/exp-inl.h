// Polynomials and exponentials in double, the parts the activation functions share. Results are
// within about 1 ULP of double: close enough that a float32 rounded from them is correctly rounded,
// but not correctly rounded doubles.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_EXP_INL_H_
#undef OPENACLNN_OPS_MATH_EXP_INL_H_
#else
#define OPENACLNN_OPS_MATH_EXP_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// c[0] + c[1] x + ... + c[N - 1] x^(N - 1), by Horner's rule: the order is part of the result.
template <size_t N, class D, class V = hn::Vec<D>>
HWY_INLINE V Polynomial(D d, const double (&c)[N], V x) {
  V sum = hn::Set(d, c[N - 1]);
  HWY_UNROLL(20)
  for (size_t i = N - 1; i != 0; --i) sum = FusedMulAdd(d, sum, x, hn::Set(d, c[i - 1]));
  return sum;
}

// z = whole + fraction with |fraction| <= 1/2, for |z| < 2^51. Adding 1.5 * 2^52 rounds to an
// integer and leaves it in the low bits of `shifted`.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void SplitInteger(D d, V z, V& shifted, V& whole, V& fraction) {
  const V magic = hn::Set(d, 0x1.8p+52);
  shifted = hn::Add(z, magic);
  whole = hn::Sub(shifted, magic);
  fraction = hn::Sub(z, whole);
}

// y * 2^n for the integer n that SplitInteger left in `shifted`. y and the result must be normal.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V TimesPowerOfTwo(D d, V y, V shifted) {
  const hn::RebindToSigned<D> di;
  return hn::BitCast(d, hn::Add(hn::BitCast(di, y), hn::ShiftLeft<52>(hn::BitCast(di, shifted))));
}

// 2^z for |z| <= 1000, by one of the polynomials for 2^f on [-1/2, 1/2].
template <size_t N, class D, class V = hn::Vec<D>>
HWY_INLINE V Exp2(D d, const double (&polynomial)[N], V z) {
  V shifted, whole, fraction;
  SplitInteger(d, z, shifted, whole, fraction);
  return TimesPowerOfTwo(d, Polynomial(d, polynomial, fraction), shifted);
}

// e^x - 1 for -700 <= x <= 0; relative error below 2^-51.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Expm1NonPositive(D d, V x) {
  V shifted, whole, fraction;
  SplitInteger(d, hn::Mul(x, hn::Set(d, kLog2E)), shifted, whole, fraction);
  const V rest = FusedNegMulAdd(d, whole, hn::Set(d, kLn2), x);
  const V expm1_rest = hn::Mul(rest, Polynomial(d, kExpm1OverX, rest));
  const V scale = TimesPowerOfTwo(d, hn::Set(d, 1.0), shifted);
  return FusedMulAdd(d, scale, expm1_rest, hn::Sub(scale, hn::Set(d, 1.0)));
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
