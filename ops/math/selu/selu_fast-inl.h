// SELU and its derivative in float32, within 2 ULP for float32 results and 0.507 for 16-bit ones.
// The same bits on every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_SELU_SELU_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_SELU_SELU_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_SELU_SELU_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_SELU_SELU_FAST_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/elu/scaled_expm1-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/selu/coefficients.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The derivative from the result y: y + lambda alpha where y <= 0 (zero included, either sign),
// lambda elsewhere (NaN included).
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V SeluDerivativeFast(D d, V y) {
  V sum;
  if constexpr (Stored::kMantissaBits < 24) {
    // All of it is too small by 2.9e-6, 0.006 ULP of float16, so that what a float32 leaves of
    // lambda alpha is too: next to -lambda alpha, where it matters most, the sum is 3.3e-6 off. The
    // best of 600 floats around 1.
    constexpr float kScale = 0x1.ffffap-1f;
    sum = FusedMulAdd(d, y, hn::Set(d, kScale),
                      hn::Set(d, static_cast<float>(kScale * kSeluLambdaAlphaHigh)));
  } else {
    // The sum is exact where y is below half of -lambda alpha. There what float32 leaves of lambda
    // alpha matters; elsewhere it is less than half of the sum's last bit.
    constexpr float kHigh = static_cast<float>(kSeluLambdaAlphaHigh);
    constexpr float kRest = static_cast<float>(kSeluLambdaAlphaHigh - kHigh + kSeluLambdaAlphaLow);
    sum = hn::Add(hn::Add(y, hn::Set(d, kHigh)), hn::Set(d, kRest));
  }
  return hn::IfThenElse(hn::Le(y, hn::Zero(d)), sum, hn::Set(d, static_cast<float>(kSeluLambda)));
}

// lambda x where x > 0, lambda alpha (e^x - 1) elsewhere. Zeros keep their sign, -inf gives -lambda
// alpha, NaN gives NaN.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V SeluFast(D d, V x) {
  const V lambda_alpha = hn::Set(d, static_cast<float>(kSeluLambdaAlphaHigh));
  const V negative = ScaledExpm1<Stored>(d, x, lambda_alpha, -20.0f);
  V positive = hn::Mul(x, hn::Set(d, static_cast<float>(kSeluLambda)));
  if constexpr (Stored::kMantissaBits == 24) {
    // By the float32 below lambda and the positive rest; rounded to one float32, lambda would make
    // one finite result infinite.
    constexpr float kBelow = static_cast<float>(kSeluLambda - 0x1p-24);
    constexpr float kRest = static_cast<float>(kSeluLambda - kBelow);
    static_assert(kRest > 0);
    positive = FusedMulAdd(d, x, hn::Set(d, kBelow), hn::Mul(x, hn::Set(d, kRest)));
  }
  // The other way round, NaN would take the branch in which Max may have lost it.
  return hn::IfThenElse(hn::Le(x, hn::Zero(d)), negative, positive);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
