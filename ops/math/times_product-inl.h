// Products of three numbers in float32, one of them a function's value.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_TIMES_PRODUCT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_TIMES_PRODUCT_INL_H_
#undef OPENACLNN_OPS_MATH_TIMES_PRODUCT_INL_H_
#else
#define OPENACLNN_OPS_MATH_TIMES_PRODUCT_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Whether a float is 0, or 2^-100 <= |v| < 2^126: nothing overflowed, and what is 2^25 times
// smaller is not lost in subnormal numbers.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> ZeroOrInRange(D d, V v) {
  const hn::RebindToUnsigned<D> du;
  constexpr uint32_t kLow = (127u - 100) << 23, kHigh = (127u + 126) << 23;
  const auto bits = hn::BitCast(du, hn::Abs(v));
  // 0 wraps around.
  const auto large = hn::Ge(hn::Sub(bits, hn::Set(du, 1)), hn::Set(du, kLow - 1));
  return hn::RebindMask(d, hn::And(large, hn::Lt(bits, hn::Set(du, kHigh))));
}

// a * b * factor, as if a * b were not rounded (but for 16-bit results, which do not need it). Sets
// `right` to the lanes where neither the product overflowed, though the result may be finite, nor
// its rounding error was lost in subnormal numbers. |factor| < 2.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V TimesProduct(D d, V a, V b, V factor, hn::Mask<D>& right) {
  const V product = hn::Mul(a, b);
  if constexpr (Stored::kMantissaBits == 24) {
    right = ZeroOrInRange(d, product);
    const V rest = FusedMulSub(d, a, b, product);
    return FusedMulAdd(d, product, factor, hn::Mul(rest, factor));
  } else {
    right = hn::Lt(hn::Abs(product), hn::Set(d, 0x1p126f));
    return hn::Mul(product, factor);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
