// ELU: scale x where x > 0, alpha scale (e^(inputScale x) - 1) elsewhere. Zeros keep their sign,
// NaN gives NaN.
//
// Over double lanes: for float32 inputs and numbers correctly rounded to float32, as far as double
// can tell; ELU within 1 ULP for all doubles. In float32: within 1.2 ULP, with
// plain numbers 1.7, the gradient within 2.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_ELU_ELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_ELU_ELU_INL_H_
#undef OPENACLNN_OPS_MATH_ELU_ELU_INL_H_
#else
#define OPENACLNN_OPS_MATH_ELU_ELU_INL_H_
#endif

#include <cmath>
#include <type_traits>

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/elu/scaled_expm1-inl.h"
#include "ops/math/exp/exp-inl.h"
#include "ops/math/expm1_tables.h"
#include "ops/math/float_polynomial-inl.h"
#include "ops/math/fma-inl.h"
#include "runtime/tensor/numbers.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The numbers of a call as double or float lanes take them: alpha scale = factor + factor_low, and
// alpha scale inputScale = slope + slope_low.
template <class T>
struct EluNumbers {
  EluNumbers(double alpha, double its_scale, double its_input_scale)
      : scale(static_cast<T>(its_scale)), input_scale(static_cast<T>(its_input_scale)) {
    const double product = alpha * its_scale;
    factor = static_cast<T>(product);
    const double low = std::fma(alpha, its_scale, -static_cast<double>(factor));
    factor_low = std::isfinite(low) ? static_cast<T>(low) : 0;
    slope = static_cast<T>(product * its_input_scale);
    slope_low = static_cast<T>(product * its_input_scale - static_cast<double>(slope));
  }
  // Alpha, scale, inputScale.
  explicit EluNumbers(const Numbers& numbers)
      : EluNumbers(In(numbers[0]), In(numbers[1]), In(numbers[2])) {}

  static T In(const Number& number) {
    if constexpr (std::is_same_v<T, float>) return number.AsFloat();
    return static_cast<T>(number.AsDouble());
  }
  T scale, input_scale, factor, factor_low, slope, slope_low;
};

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Elu(D d, V x, const EluNumbers<double>& numbers) {
  const V one = hn::Set(d, 1.0), zero = hn::Zero(d), magic = hn::Set(d, 0x1.8p52),
          limit = hn::Set(d, 1990.0);
  const V input_scale = hn::Set(d, numbers.input_scale), factor = hn::Set(d, numbers.factor);
  // Tiny inputs, of which the power is a multiple, are lifted, so that no product is subnormal.
  const V product = hn::Mul(x, input_scale);
  const auto is_tiny = hn::Lt(hn::Max(hn::Abs(x), hn::Abs(product)), hn::Set(d, 0x1p-900));
  const V lifted = hn::IfThenElse(is_tiny, hn::Mul(x, hn::Set(d, 0x1p600)), x);
  const V t = hn::Mul(lifted, input_scale);
  // Beyond the limit the power is 0 or infinite whatever the factor is.
  const V lost =
      hn::IfThenElseZero(hn::Lt(hn::Abs(t), limit), FusedMulSub(d, lifted, input_scale, t));
  V shifted, r, rest;
  ReducedExp(d, hn::Min(hn::Max(t, hn::Neg(limit)), limit), lost, shifted, r, rest);
  // 2^first (1 + r + rest) - 1 in two parts, and then times 2^(n - first): beside 2^100 the 1 does
  // not count.
  const V n = hn::Sub(shifted, magic);
  const V first = hn::Min(hn::Max(n, hn::Set(d, -1000.0)), hn::Set(d, 100.0));
  const V power = TimesPowerOfTwo(d, one, hn::Add(first, magic));
  const V base = hn::Sub(power, one), back = hn::Sub(base, power);
  const V base_low = hn::Sub(hn::Sub(power, hn::Sub(base, back)), hn::Add(one, back));
  const V part = hn::Mul(r, power), sum = hn::Add(base, part);
  const V sum_low =
      hn::Add(hn::Add(hn::Sub(base, sum), part), FusedMulAdd(d, rest, power, base_low));
  const V total = hn::Add(sum, sum_low);
  const V expm1 = hn::IfThenElse(is_tiny, t, total);
  const V expm1_low = hn::IfThenElse(is_tiny, lost, hn::Add(hn::Sub(sum, total), sum_low));
  const V small = FusedMulAdd(d, expm1, hn::Set(d, numbers.factor_low), hn::Mul(expm1_low, factor));
  const auto has_small = hn::And(hn::IsFinite(small), hn::Ne(small, zero));
  V value = hn::IfThenElse(has_small, FusedMulAdd(d, expm1, factor, small), hn::Mul(expm1, factor));
  V left = hn::Sub(n, first);
  for (int step = 0; step < 3; ++step) {
    const V exponent = hn::Min(hn::Max(left, zero), hn::Set(d, 1000.0));
    value = hn::Mul(value, TimesPowerOfTwo(d, one, hn::Add(exponent, magic)));
    left = hn::Sub(left, exponent);
  }
  value = hn::IfThenElse(is_tiny, hn::Mul(value, hn::Set(d, 0x1p-600)), value);
  value = hn::IfThenElse(hn::IsNaN(t), t, value);
  return hn::IfThenElse(hn::Gt(x, zero), hn::Mul(x, hn::Set(d, numbers.scale)), value);
}

// ELU in float32 with plain numbers (plain.h), which needs fewer parts.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V PlainElu(D d, V x, const EluNumbers<float>& numbers) {
  const V negative = ScaledExpm1<Stored>(d, x, hn::Set(d, numbers.factor), -25.0f);
  // Zeros keep their sign on the other side, and NaN what Max may have lost.
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), negative, hn::Mul(x, hn::Set(d, numbers.scale)));
}

// The same in float32; returns the lanes that are right.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> EluFast(D d, V x, const EluNumbers<float>& numbers, V& out) {
  const hn::RebindToSigned<D> di;
  constexpr bool kIsFloat32 = Stored::kMantissaBits == 24;
  constexpr float kLn2High = static_cast<float>(kLn2);
  constexpr float kLn2Low = static_cast<float>(kLn2 - kLn2High);
  const V one = hn::Set(d, 1.0f), zero = hn::Zero(d), magic = hn::Set(d, 0x1.8p23f);
  const V input_scale = hn::Set(d, numbers.input_scale), factor = hn::Set(d, numbers.factor);
  const V t = hn::Mul(x, input_scale), size = hn::Abs(t);
  // t = n ln 2 + r; e^r - 1 = w. Below -25 the power is -1.
  const V low = hn::Max(t, hn::Set(d, -25.0f));
  const V shifted = FusedMulAdd(d, low, hn::Set(d, static_cast<float>(kLog2E)), magic);
  const V n = hn::Sub(shifted, magic);
  const V power =
      hn::BitCast(d, hn::Add(hn::BitCast(di, one), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
  const V base = hn::Sub(power, one);
  V r = FusedNegMulAdd(d, n, hn::Set(d, kLn2High), low);
  V value;
  if constexpr (kIsFloat32) {
    const V lost =
        hn::IfThenElseZero(hn::Lt(size, hn::Set(d, 100.0f)), FusedMulSub(d, x, input_scale, t));
    const V r_high = r, rest = FusedNegMulAdd(d, n, hn::Set(d, kLn2Low), lost);
    r = hn::Add(r_high, rest);
    const V r_low = hn::Add(hn::Sub(r_high, r), rest);
    const V curved = FusedMulAdd(d, hn::Mul(r, r), FloatPolynomial(d, kExpm1Float32, r), r_low);
    const V w = hn::Add(r, curved), w_low = hn::Add(hn::Sub(r, w), curved);
    const V part = hn::Mul(w, power), sum = hn::Add(base, part);
    const V sum_low = FusedMulAdd(d, w_low, power, hn::Add(hn::Sub(base, sum), part));
    const V expm1 = hn::CopySign(sum, t);
    value = FusedMulAdd(d, expm1, hn::Set(d, numbers.factor_low), hn::Mul(sum_low, factor));
    value = FusedMulAdd(d, expm1, factor, value);
  } else {
    const V w = FusedMulAdd(d, hn::Mul(r, r), FloatPolynomial(d, kExpm1SixteenBit, r), r);
    value = hn::Mul(hn::CopySign(FusedMulAdd(d, w, power, base), t), factor);
  }
  const auto is_positive = hn::Gt(x, zero);
  out = hn::IfThenElse(is_positive, hn::Mul(x, hn::Set(d, numbers.scale)), value);
  // Not where the power or a part of it would be infinite or subnormal.
  const float magnitude = std::abs(numbers.factor);
  const float last = magnitude > 0x1p-20f && magnitude < 0x1p8f ? 80.0f : -HUGE_VALF;
  const auto is_normal = hn::Or(hn::Gt(size, hn::Set(d, 0x1p-90f)), hn::Eq(t, zero));
  return hn::Or(is_positive, hn::And(hn::Lt(t, hn::Set(d, last)), is_normal));
}

// The gradient: grad scale where x > 0, grad alpha scale inputScale e^(inputScale x) elsewhere. For
// gradients and inputs that are float32 numbers.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V EluBackward(D d, V grad, V x, const EluNumbers<double>& numbers) {
  const V zero = hn::Zero(d), limit = hn::Set(d, 700.0);
  const V t = hn::Mul(x, hn::Set(d, numbers.input_scale));
  // Far out only infinite inputs make the derivative 0 or infinite.
  const V power =
      Exp(d, hn::IfThenElse(hn::IsInf(x), t, hn::Min(hn::Max(t, hn::Neg(limit)), limit)));
  const V value = hn::Mul(grad, hn::Mul(power, hn::Set(d, numbers.slope)));
  const V negative = hn::IfThenElse(hn::IsNaN(t), t, value);
  return hn::IfThenElse(hn::Gt(x, zero), hn::Mul(grad, hn::Set(d, numbers.scale)), negative);
}

// The same from the result y: grad inputScale (y + alpha scale) where y <= 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V EluBackwardFromResult(D d, V grad, V y, const EluNumbers<double>& numbers) {
  const V derivative =
      hn::Mul(hn::Set(d, numbers.input_scale), hn::Add(y, hn::Set(d, numbers.factor)));
  return hn::Mul(grad,
                 hn::IfThenElse(hn::Gt(y, hn::Zero(d)), hn::Set(d, numbers.scale), derivative));
}

// Both in float32; they return the lanes that are right.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> EluBackwardFast(D d, V grad, V x, const EluNumbers<float>& numbers, V& out) {
  const hn::RebindToSigned<D> di;
  constexpr float kLn2High = static_cast<float>(kLn2);
  constexpr float kLn2Low = static_cast<float>(kLn2 - kLn2High);
  const V one = hn::Set(d, 1.0f), zero = hn::Zero(d), magic = hn::Set(d, 0x1.8p23f);
  const V input_scale = hn::Set(d, numbers.input_scale), slope = hn::Set(d, numbers.slope);
  const V t = hn::Mul(x, input_scale), size = hn::Abs(t);
  // t = n ln 2 + r; e^r = 1 + w.
  const V shifted = FusedMulAdd(d, t, hn::Set(d, static_cast<float>(kLog2E)), magic);
  const V n = hn::Sub(shifted, magic);
  const V power =
      hn::BitCast(d, hn::Add(hn::BitCast(di, one), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
  V r = FusedNegMulAdd(d, n, hn::Set(d, kLn2High), t);
  V value;
  if constexpr (Stored::kMantissaBits == 24) {
    const V r_high = r,
            rest = FusedNegMulAdd(d, n, hn::Set(d, kLn2Low), FusedMulSub(d, x, input_scale, t));
    r = hn::Add(r_high, rest);
    const V r_low = hn::Add(hn::Sub(r_high, r), rest);
    const V curved = FusedMulAdd(d, hn::Mul(r, r), FloatPolynomial(d, kExpm1Float32, r), r_low);
    const V w = hn::Add(r, curved), sum = hn::Add(one, w);
    const V sum_low = hn::Add(hn::Sub(one, sum), w);
    const V low = FusedMulAdd(d, sum, hn::Set(d, numbers.slope_low), hn::Mul(sum_low, slope));
    value = FusedMulAdd(d, sum, slope, low);
  } else {
    const V w = FusedMulAdd(d, hn::Mul(r, r), FloatPolynomial(d, kExpm1SixteenBit, r), r);
    value = FusedMulAdd(d, w, slope, slope);
  }
  const auto is_positive = hn::Gt(x, zero);
  out =
      hn::Mul(grad, hn::IfThenElse(is_positive, hn::Set(d, numbers.scale), hn::Mul(value, power)));
  // Not where the derivative or a part of it would be infinite or subnormal.
  const float magnitude = std::abs(numbers.slope);
  const float last = magnitude > 0x1p-20f && magnitude < 0x1p8f ? 60.0f : -HUGE_VALF;
  return hn::Or(is_positive, hn::Lt(size, hn::Set(d, last)));
}

// The gradient with plain numbers: grad factor e^x where x <= 0, for which 2^n joins the factor.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> PlainEluBackward(D d, V grad, V x, const EluNumbers<float>& numbers,
                                        V& out) {
  const hn::RebindToSigned<D> di;
  constexpr float kLn2High = static_cast<float>(kLn2);
  constexpr float kLn2Low = static_cast<float>(kLn2 - kLn2High);
  const V factor = hn::Set(d, numbers.factor), magic = hn::Set(d, 0x1.8p23f);
  const V shifted = FusedMulAdd(d, x, hn::Set(d, static_cast<float>(kLog2E)), magic);
  const V n = hn::Sub(shifted, magic);
  V r = FusedNegMulAdd(d, n, hn::Set(d, kLn2High), x), w;
  if constexpr (Stored::kMantissaBits == 24) {
    const V rest = hn::Mul(n, hn::Set(d, kLn2Low)), r_high = r;
    r = hn::Sub(r_high, rest);
    const V r_low = hn::Sub(hn::Sub(r_high, r), rest);
    w = hn::Add(r, FusedMulAdd(d, hn::Mul(r, r), FloatPolynomial(d, kExpm1Float32, r), r_low));
  } else {
    w = FusedMulAdd(d, hn::Mul(r, r), FloatPolynomial(d, kExpm1SixteenBit, r), r);
  }
  const V scaled =
      hn::BitCast(d, hn::Add(hn::BitCast(di, factor), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
  const auto is_positive = hn::Gt(x, hn::Zero(d));
  out = hn::Mul(grad, hn::IfThenElse(is_positive, hn::Set(d, numbers.scale),
                                     FusedMulAdd(d, scaled, w, scaled)));
  // Not where the derivative would be subnormal.
  return hn::Or(is_positive, hn::Gt(x, hn::Set(d, -60.0f)));
}

template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> EluBackwardFromResultFast(D d, V grad, V y, const EluNumbers<float>& numbers,
                                                 V& out) {
  const V input_scale = hn::Set(d, numbers.input_scale), factor = hn::Set(d, numbers.factor);
  const V sum = hn::Add(y, factor);
  V derivative = hn::Mul(sum, input_scale);
  if constexpr (Stored::kMantissaBits == 24) {
    const V back = hn::Sub(sum, y);
    const V lost = hn::Add(hn::Sub(y, hn::Sub(sum, back)), hn::Sub(factor, back));
    derivative = FusedMulAdd(d, sum, input_scale,
                             hn::Mul(hn::Add(lost, hn::Set(d, numbers.factor_low)), input_scale));
  }
  const auto is_positive = hn::Gt(y, hn::Zero(d));
  out = hn::Mul(grad, hn::IfThenElse(is_positive, hn::Set(d, numbers.scale), derivative));
  // Not where the sum or what it loses is infinite or subnormal.
  const V size = hn::Abs(sum);
  const auto is_normal =
      hn::And(hn::Gt(size, hn::Set(d, 0x1p-60f)), hn::Lt(size, hn::Set(d, 0x1p60f)));
  const float magnitude = std::abs(numbers.input_scale);
  const bool is_ordinary = magnitude > 0x1p-20f && magnitude < 0x1p20f;
  return hn::Or(is_positive, is_ordinary ? is_normal : hn::Lt(size, hn::Zero(d)));
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
