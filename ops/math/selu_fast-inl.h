// SELU and its derivative in float32. The derivative is within 0.5000002 ULP for float32 results, as in selu-inl.h, by carrying what
// roundings lose; SELU itself is within 2. 16-bit results are within 0.501 ULP. The same bits on every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_SELU_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_SELU_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_SELU_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_SELU_FAST_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/fast_tables.h"
#include "ops/math/fma-inl.h"
#include "ops/math/in_range-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A constant in two float32 numbers.
struct SplitConstant {
  explicit constexpr SplitConstant(double value) : high(static_cast<float>(value)), low(static_cast<float>(value - high)) {}
  float high;
  float low;
};

// grad times the derivative from the result y: y + lambda alpha where y <= 0 (zero included, either sign), lambda where y > 0. For float32
// results sets `right` to the lanes where nothing overflowed or was lost; for others it is right everywhere.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V SeluBackwardFast(D d, V grad, V y, hn::Mask<D>& right) {
  constexpr SplitConstant kLambda(kSeluLambda), kLambdaAlpha(kSeluLambdaAlphaHigh);
  // What two numbers leave of lambda alpha: next to the root y = -lambda alpha it matters.
  constexpr float kBeyond = static_cast<float>(kSeluLambdaAlphaHigh - kLambdaAlpha.high - kLambdaAlpha.low + kSeluLambdaAlphaLow);
  const V offset = hn::Set(d, kLambdaAlpha.high);
  const auto positive = hn::Gt(y, hn::Zero(d));
  const V sum = hn::Add(y, offset);
  if constexpr (Stored::kMantissaBits == 24) {
    // Exact for y >= -2 lambda alpha; SELU gives nothing below -lambda alpha.
    const V sum_rest = hn::Add(hn::Sub(y, hn::Sub(sum, offset)), hn::Set(d, kLambdaAlpha.low));
    // Near the root the rest is no longer small.
    const V total = hn::Add(sum, sum_rest);
    const V total_rest = hn::Add(hn::Sub(sum_rest, hn::Sub(total, sum)), hn::Set(d, kBeyond));
    const V high = hn::IfThenElse(positive, hn::Set(d, kLambda.high), total);
    const V low = hn::IfThenElse(positive, hn::Set(d, kLambda.low), total_rest);
    const V result = FusedMulAdd(d, grad, high, hn::Mul(grad, low));
    right = hn::And(ZeroOrInRange(d, result), hn::Ge(y, hn::Set(d, -3.5f)));
    return result;
  } else {
    const V factor = hn::Add(sum, hn::Set(d, kLambdaAlpha.low));
    return hn::Mul(grad, hn::IfThenElse(positive, hn::Set(d, kLambda.high), factor));
  }
}

template <size_t N, class D, class V = hn::Vec<D>>
HWY_INLINE V FloatPolynomial(D d, const float (&c)[N], V x) {
  V sum = hn::Set(d, c[N - 1]);
  HWY_UNROLL(8)
  for (size_t i = N - 1; i != 0; --i) sum = FusedMulAdd(d, sum, x, hn::Set(d, c[i - 1]));
  return sum;
}

// lambda x where x > 0, lambda alpha (e^x - 1) elsewhere. Zeros keep their sign, -inf gives -lambda alpha, NaN gives NaN.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V SeluFast(D d, V x) {
  const hn::RebindToSigned<D> di;
  constexpr SplitConstant kLn2(openaclnn::kLn2);
  const V lambda_alpha = hn::Set(d, static_cast<float>(kSeluLambdaAlphaHigh));
  // x = n ln 2 + r. Below -20 e^x - 1 is -1.
  const V low = hn::Max(x, hn::Set(d, -20.0f));
  const V shifted = FusedMulAdd(d, low, hn::Set(d, static_cast<float>(kLog2E)), hn::Set(d, 0x1.8p23f));
  const V n = hn::Sub(shifted, hn::Set(d, 0x1.8p23f));
  V r = FusedNegMulAdd(d, n, hn::Set(d, kLn2.high), low);
  V quotient;
  if constexpr (Stored::kMantissaBits == 24) {
    r = FusedNegMulAdd(d, n, hn::Set(d, kLn2.low), r);
    quotient = FloatPolynomial(d, kExpm1Float32, r);
  } else {
    quotient = FloatPolynomial(d, kExpm1SixteenBit, r);
  }
  const V expm1 = FusedMulAdd(d, hn::Mul(r, r), quotient, r);
  const V scale = hn::BitCast(d, hn::Add(hn::BitCast(di, lambda_alpha), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
  const V negative = FusedMulSub(d, scale, expm1, hn::Sub(lambda_alpha, scale));
  V positive = hn::Mul(x, hn::Set(d, static_cast<float>(kSeluLambda)));
  if constexpr (Stored::kMantissaBits == 24) {
    // By the float32 below lambda and the positive rest; rounded to one float32, lambda would make one finite result infinite.
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
