// GELU and its derivative on tiles of float32, exact and by tanh.
//
// Both forms obey g(x) + g(-x) = 1 for the derivative g, and Phi(x) + Phi(-x) = 1 for the factor
// Phi of x. So everything is computed at -t for t = |x|, as a product with the exponential E =
// exp(-t^2 / 2) (by tanh: exp(-w)). Its factors keep their relative accuracy in the tail: a
// gradient may be so large that the result is not tiny. t is limited to where even the largest
// product is 0 and no factor is: an infinite gradient meets no zero unless x is infinite, where
// ZeroWhereInfinite() puts the limit. Min keeps NaN, and with it all that follows.
//
// Errors: within 4 + x^2 ULP of float32 for x < 0, 4 for x >= 0 (gradients of every x from 2^-14 to
// 32 stay below 0.95 of it; docs/notes/performance_log.md). The x^2 is that of the exponent:
// rounding t^2 changes t^2 / 2 by up to its 2^-24th part, and rounding w so does.
#ifndef OPENACLNN_OPS_MATH_GELU_DEVICE_H_
#define OPENACLNN_OPS_MATH_GELU_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exponential.h"

namespace openaclnn::device {

// Polynomials, lowest degree first. Minimax in the relative error. With v = t / (t + 2.5): phi(0)
// (M(t) - t) / (t0 - t), M the Mills ratio and t0 its fixed point: 2^-27.1 on [0, 20.5].
inline constexpr float kErfSlope[] = {
    0x1.54851ap-1f,  -0x1.c43b66p-2f, 0x1.58491ep-3f, 0x1.583f7cp-5f, -0x1.70d75cp-6f,
    -0x1.b6d914p-7f, -0x1.e00b9cp-8f, 0x1.b4be14p-9f, 0x1.54934cp-7f, -0x1.50418ap-8f};
// phi(0) M(t) / (1 - v): 2^-25.7 on [0, 20.5].
inline constexpr float kErfMills[] = {
    0x1.000000p-1f,  -0x1.fd4b46p-2f, 0x1.15eeeap-4f,  0x1.ddbbb4p-4f, 0x1.78be50p-6f,
    -0x1.f92c8cp-5f, 0x1.df1406p-5f,  -0x1.082c26p-3f, 0x1.d371a8p-4f, -0x1.0a36fep-5f};
inline constexpr float kErfShift = 2.5f;
inline constexpr float kErfLimit = 23.9f;
inline constexpr float kErfRootHigh = 0x1.80ead2p-1f, kErfRootLow = -0x1.a03fd4p-27f;  // t0

// g(-t) / (t0 - t) by tanh, negated, in t - 3/8, where its terms add up with the least errors:
// 2^-26.5 for t from 0 to 1.3. Beyond, the formula for g does not cancel.
inline constexpr float kTanhNear[] = {
    0x1.22e0f2p-1f, -0x1.4d5226p-2f, -0x1.2da37ap-3f, 0x1.b7d30ep-4f,  0x1.ad56c4p-6f,
    -0x1.6f82dp-6f, -0x1.a80a16p-9f, 0x1.bef04ap-9f,  0x1.c8ff64p-13f, -0x1.467dccp-12f};
inline constexpr float kTanhNearCenter = 0.375f;
inline constexpr double kTanhNearLimit = 1.3;
inline constexpr float kTanhLimit = 15.4f;
inline constexpr float kTanhRootHigh = 0x1.8142a0p-1f, kTanhRootLow = -0x1.85a06cp-27f;
// The exponent w = K t + C t^3, K = 2 sqrt(2 / pi), C = 0.044715 K.
inline constexpr double kTanhK = 0x1.9884533d43651p+0, kTanhC = 0x1.2444f2a4d8b4bp-4;

constexpr double TanhExponentAt(double t) { return kTanhK * t + kTanhC * t * t * t; }

// For shift - scale w. t is a multiple u of `unit` and what is left; K and C are K1 and C1 and the
// rest, so that K1 u + C1 u^3 is exact.
struct TanhExponentConstants {
  float rounder;               // adding and subtracting it leaves multiples of `unit`
  float k, c, k1, c1, k2, c2;  // times -scale
  float shift;
};
constexpr TanhExponentConstants TanhConstants(double scale, double shift, float unit, double k1,
                                              double c1) {
  return {0x1.8p23f * unit,
          static_cast<float>(-scale * kTanhK),
          static_cast<float>(-scale * kTanhC),
          static_cast<float>(-scale * k1),
          static_cast<float>(-scale * c1),
          static_cast<float>(-scale * (kTanhK - k1)),
          static_cast<float>(-scale * (kTanhC - c1)),
          static_cast<float>(shift)};
}
// Exact for t < 14.8 and t < 16.
constexpr TanhExponentConstants TanhFine(double scale, double shift) {
  return TanhConstants(scale, shift, 0.125f, 0x1.9888p+0, 0x1.2p-4);
}
constexpr TanhExponentConstants TanhCoarse(double scale, double shift) {
  return TanhConstants(scale, shift, 0.25f, 0x1.98p+0, 0x1.28p-4);
}

// Makes a factor of the value at -t 0 where x is infinite; NaN stays.
__aicore__ inline void ZeroWhereInfinite(const Floats& factor, const Floats& x, const Floats& mask,
                                         const Floats& scratch, int32_t n) {
  NotInfiniteMask(mask, x, scratch, n);
  AndBits(factor, factor, mask, n);
}

// v = t / (t + 2.5).
__aicore__ inline void ErfVariable(const Floats& v, const Floats& t, int32_t n) {
  Adds(v, t, kErfShift, n);
  Div(v, t, v, n);
}

// E = exp(-t^2 / 2) = e tail^2, and v.
__aicore__ inline void ErfParts(const Floats& e, const Floats& tail, const Floats& v,
                                const Floats& t, int32_t n) {
  Mul(v, t, t, n);
  Muls(v, v, -0.5f, n);
  Exponential(e, tail, v, n);
  ErfVariable(v, t, n);
}

// h = shift - scale w, rounded once in effect: as the sum of two parts, `exact` and `rest`, which
// is small. t is kept.
__aicore__ inline void TanhExponent(const Floats& h, const Floats& exact, const Floats& rest,
                                    const Floats& t, const TanhExponentConstants& constants,
                                    const Floats& cube, int32_t n) {
  const Floats &u = exact, &left = h;
  Adds(u, t, constants.rounder, n);
  Adds(u, u, -constants.rounder, n);
  Sub(left, t, u, n);
  Mul(cube, u, u, n);
  // (t - u) (K + C (t^2 + t u + u^2))
  Add(rest, t, u, n);
  Mul(rest, rest, t, n);
  Add(rest, rest, cube, n);
  Muls(rest, rest, constants.c, n);
  Adds(rest, rest, constants.k, n);
  Mul(rest, rest, left, n);
  Mul(cube, cube, u, n);
  Axpy(rest, u, constants.k2, n);
  Axpy(rest, cube, constants.c2, n);
  if (constants.shift != 0) Adds(rest, rest, constants.shift, n);
  Muls(exact, u, constants.k1, n);
  Axpy(exact, cube, constants.c1, n);
  Add(h, exact, rest, n);
}

// Makes good in e = exp(h) what h = exact + rest lost by rounding. The sum's parts are used up.
__aicore__ inline void CorrectExponential(const Floats& e, const Floats& h, const Floats& exact,
                                          const Floats& rest, int32_t n) {
  Sub(exact, h, exact, n);
  Sub(rest, rest, exact, n);
  Mul(rest, rest, e, n);
  Add(e, e, rest, n);
}

// The derivative: g(-t) = -d E, with E in factors: `e` and others, which ApplyRest multiplies by,
// one at a time. Complement makes 1 - g(-t) of d e.

// E comes in one of two ways. Narrow: as the square of `e`, which serves gradients that are one
// float32 number. Wide: as e tail^2, where e does not get so small, for gradients that are products
// of two.
template <bool kWide>
struct DerivativeFactors {
  static __aicore__ inline void ApplyRest(const Floats& value, const Floats& e, const Floats& tail,
                                          int32_t n) {
    if constexpr (kWide) {
      Mul(value, value, tail, n);
      Mul(value, value, tail, n);
    } else {
      Mul(value, value, e, n);
    }
  }
  static __aicore__ inline void Complement(const Floats& dst, const Floats& d, const Floats& e,
                                           int32_t n) {
    if constexpr (kWide) {
      Adds(dst, d, 1.0f, n);  // the tail does not matter beside 1
    } else {
      Mul(dst, d, e, n);
      Adds(dst, dst, 1.0f, n);
    }
  }
};

// Always wide: squaring would have the error of `e` twice, and there is no room for it.
struct ErfDerivative : DerivativeFactors<true> {
  static constexpr int kBuffers = 4;
  static __aicore__ inline void Parts(const Floats& d, const Floats& e, const Floats& tail,
                                      const Floats& x, const Floats* buffer, int32_t n) {
    const Floats &t = buffer[0], &v = buffer[1];
    Magnitude(t, x, kErfLimit, v, n);
    ErfParts(e, tail, v, t, n);
    Adds(t, t, -kErfRootHigh, n);
    Adds(t, t, -kErfRootLow, n);
    PolynomialTimes(d, t, v, kErfSlope, buffer[2], buffer[3], n);
  }
};

// By tanh. E = s F with a constant s: exp(h) = exp(ln(s) / 2 - w / 2) has small and exact arguments
// h where the bound is narrowest, and so has the numerator in h. It is F that comes as a square or
// as e tail^2.
template <bool kWide>
struct TanhDerivativeForm : DerivativeFactors<kWide> {
  static constexpr int kBuffers = kWide ? 7 : 5;
  static __aicore__ inline void Parts(const Floats& d, const Floats& e, const Floats& tail,
                                      const Floats& x, const Floats* buffer, int32_t n) {
    constexpr double kLn2 = 0x1.62e42fefa39efp-1;
    constexpr float kLimit = kWide ? kTanhLimit : 13.7f;
    constexpr double kScale = kWide ? 1 : 0.5, kShift = 4 * kLn2 * kScale, kS = 0x1p-4;
    const Floats &t = buffer[0], &h = buffer[1], &exact = buffer[2], &far = buffer[3],
                 &scratch = buffer[4];
    Magnitude(t, x, kLimit, h, n);
    constexpr TanhExponentConstants kConstants =
        kWide ? TanhCoarse(kScale, kShift) : TanhFine(kScale, kShift);
    TanhExponent(h, exact, d, t, kConstants, e, n);
    // Near the root h is 0, so that F is 1: the polynomial has all of g in it.
    Adds(far, h, static_cast<float>(kScale * TanhExponentAt(kTanhNearLimit) - kShift), n);
    NegativeMask(far, far, n);
    const Floats& f = kWide ? e : scratch;
    if constexpr (kWide) {
      AndBits(scratch, h, far, n);
      Exponential(e, tail, scratch, n);
      AndBits(exact, exact, far, n);
      AndBits(d, d, far, n);
      CorrectExponential(e, scratch, exact, d, n);
    } else {
      AndBits(e, h, far, n);
      Exp(e, e, n);
      Mul(f, e, e, n);
    }
    // (t w' - 1 - E) / (1 + E)^2, with t w' = w + 2 C t^3; divided by s^2 above and below. The
    // square of a rounded 1 + E would have its error twice.
    Mul(d, t, t, n);
    Mul(d, d, t, n);
    Muls(d, d, static_cast<float>(2 * kTanhC / kS), n);
    Axpy(d, h, static_cast<float>(-1 / (kScale * kS)), n);
    Axpy(d, f, -1.0f, n);
    Adds(d, d, static_cast<float>((kShift / kScale - 1) / kS), n);
    Adds(h, f, static_cast<float>(2 / kS), n);
    Mul(h, h, f, n);
    Adds(h, h, static_cast<float>(1 / (kS * kS)), n);
    Div(d, d, h, n);

    const Floats& near = exact;
    Adds(h, t, -kTanhNearCenter, n);
    Adds(t, t, -kTanhRootHigh, n);
    Adds(t, t, -kTanhRootLow, n);
    PolynomialTimes(near, t, h, kTanhNear, kWide ? buffer[5] : tail, kWide ? buffer[6] : scratch,
                    n);
    Merge(d, far, d, near, n);
  }
};

using TanhDerivative = TanhDerivativeForm<false>;
using WideTanhDerivative = TanhDerivativeForm<true>;

// GELU itself. Where the result is what is asked for, it is max(x, 0) + gelu(-t), since gelu(x) -
// gelu(-x) = x: the sum is exact for x < 0, and nothing cancels for x > 0. MinusGelu makes
// -gelu(-t).

struct Erf {
  static constexpr int kBuffers = 3;
  // With t (1 - v) = 2.5 v, -gelu(-t) = t Phi(-t) is E v times a polynomial: 2.5 times that for the
  // Mills ratio.
  static __aicore__ inline void MinusGelu(const Floats& y, const Floats& e, const Floats& x,
                                          const Floats* buffer, int32_t n) {
    const Floats &t = buffer[0], &v = buffer[1];
    Magnitude(t, x, kErfLimit, v, n);
    Mul(e, t, t, n);
    Muls(e, e, -0.5f, n);
    Exp(e, e, n);
    ErfVariable(v, t, n);
    constexpr auto kTimesShift = Scaled(kErfMills, kErfShift);
    PolynomialTimes(y, v, v, kTimesShift.c, buffer[2], t, n);
    Mul(y, y, e, n);
  }
  // Phi(-t) = -phi e tail^2.
  static __aicore__ inline void Parts(const Floats& phi, const Floats& t, const Floats& e,
                                      const Floats& tail, const Floats& x, const Floats* buffer,
                                      int32_t n) {
    const Floats& v = buffer[0];
    Magnitude(t, x, kErfLimit, v, n);
    ErfParts(e, tail, v, t, n);
    Polynomial(phi, v, kErfMills, buffer[1], buffer[2], n);
    Adds(v, v, -1.0f, n);
    Mul(phi, phi, v, n);
  }
};

struct Tanh {
  static constexpr int kBuffers = 3;
  static __aicore__ inline void MinusGelu(const Floats& y, const Floats& e, const Floats& x,
                                          const Floats* buffer, int32_t n) {
    const Floats &t = buffer[0], &exact = buffer[1], &rest = buffer[2];
    Magnitude(t, x, kTanhLimit, e, n);
    constexpr TanhExponentConstants kConstants = TanhCoarse(1, 0);
    TanhExponent(e, exact, rest, t, kConstants, y, n);
    Exp(e, e, n);
    Adds(y, e, 1.0f, n);
    Div(y, t, y, n);
    Mul(y, y, e, n);
  }
  static __aicore__ inline void Parts(const Floats& phi, const Floats& t, const Floats& e,
                                      const Floats& tail, const Floats& x, const Floats* buffer,
                                      int32_t n) {
    const Floats &h = buffer[0], &exact = buffer[1], &rest = buffer[2];
    Magnitude(t, x, kTanhLimit, h, n);
    constexpr TanhExponentConstants kConstants = TanhCoarse(1, 0);
    TanhExponent(h, exact, rest, t, kConstants, phi, n);
    Exponential(e, tail, h, n);
    CorrectExponential(e, h, exact, rest, n);
    Adds(h, e, 1.0f, n);  // the tail does not matter here
    Duplicate(phi, -1.0f, n);
    Div(phi, phi, h, n);
  }
};

// GELU of x as factors, for products with it: below t tail where x < 0, above x elsewhere; the mask
// says where. Factors go to `below` and `above` first: then neither a tiny x nor a tiny E loses
// what a huge factor would bring back.
template <class Form>
struct GeluFactors {
  static constexpr int kBuffers = 5 + Form::kBuffers;

  Floats below, above, t, mask, tail;

  __aicore__ inline GeluFactors(const Floats& x, const Floats* buffer, int32_t n)
      : below(buffer[0]), above(buffer[1]), t(buffer[2]), mask(buffer[3]), tail(buffer[4]) {
    const Floats& e = above;
    Form::Parts(below, t, e, tail, x, buffer + 5, n);
    Mul(below, below, e, n);
    Adds(above, below, 1.0f, n);
    Mul(t, t, tail, n);
    ZeroWhereInfinite(t, x, mask, buffer[5], n);
    NegativeMask(mask, x, n);
  }
};

// gelu(x).
template <class Form>
struct GeluForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 1 + Form::kBuffers;
  static __aicore__ inline void Compute(const Tile<GeluForward>& tile) {
    const Floats &x = tile.in[0], &y = tile.out[0], &minus_gelu = tile.buffer[0];
    Form::MinusGelu(minus_gelu, y, x, &tile.buffer[1], tile.n);
    Duplicate(y, -0.0f, tile.n);
    Max(y, x, y, tile.n);
    Sub(y, y, minus_gelu, tile.n);
  }
};

// gradient gelu'(x).
template <class Form>
struct GeluGradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 2 + Form::kBuffers;
  static __aicore__ inline void Compute(const Tile<GeluGradient>& tile) {
    const Floats &gradient = tile.in[0], &x = tile.in[1];
    const Floats &d = tile.buffer[0], &e = tile.buffer[1];
    const Floats& tail = tile.out[0];  // until the result is written
    const int32_t n = tile.n;
    Form::Parts(d, e, tail, x, &tile.buffer[2], n);
    // Where x >= 0: gradient (1 - g(-t)). Elsewhere gradient g(-t), one factor at a time.
    const Floats &positive = tile.buffer[2], &mask = tile.buffer[3];
    ZeroWhereInfinite(d, x, mask, positive, n);
    Mul(d, d, e, n);
    Form::Complement(positive, d, e, n);
    Mul(positive, positive, gradient, n);
    Mul(d, d, gradient, n);
    Form::ApplyRest(d, e, tail, n);
    Muls(d, d, -1.0f, n);
    NegativeMask(mask, x, n);
    Merge(tile.out[0], mask, d, positive, n);
  }
};

// other gelu(x), and gelu(x).
template <class Form>
struct GatedGeluForward {
  static constexpr int kInputs = 2, kOutputs = 2, kBuffers = GeluFactors<Form>::kBuffers;
  static __aicore__ inline void Compute(const Tile<GatedGeluForward>& tile) {
    const Floats &x = tile.in[0], &other = tile.in[1], &out = tile.out[0], &out_gelu = tile.out[1];
    const int32_t n = tile.n;
    const GeluFactors<Form> gelu(x, tile.buffer, n);
    Mul(out, other, gelu.below, n);
    Mul(out, out, gelu.t, n);
    Mul(out, out, gelu.tail, n);
    Mul(other, other, gelu.above, n);
    Mul(other, other, x, n);
    Mul(gelu.below, gelu.below, gelu.t, n);
    Mul(gelu.below, gelu.below, gelu.tail, n);
    Mul(gelu.above, gelu.above, x, n);
    Merge(out, gelu.mask, out, other, n);
    Merge(out_gelu, gelu.mask, gelu.below, gelu.above, n);
  }
};

// gradient other gelu'(x), and gradient gelu.
template <class Form>
struct GatedGeluGradient {
  static constexpr int kInputs = 4, kOutputs = 2, kBuffers = 3 + Form::kBuffers;
  static __aicore__ inline void Compute(const Tile<GatedGeluGradient>& tile) {
    const Floats &gradient = tile.in[0], &x = tile.in[1], &other = tile.in[2], &gelu = tile.in[3];
    const Floats &d = tile.buffer[0], &e = tile.buffer[1], &tail = tile.buffer[2],
                 &a = tile.buffer[3], &b = tile.buffer[4];
    const int32_t n = tile.n;
    Mul(tile.out[1], gradient, gelu, n);
    Form::Parts(d, e, tail, x, &tile.buffer[3], n);
    ZeroWhereInfinite(d, x, a, b, n);

    // gradient * other may overflow, or underflow, where the result does not. So their magnitudes
    // are taken apart: the larger one, and the smaller one as a factor above 1 and one below, with
    // the sign.
    const Floats &above = other, &below = gradient, &larger = gelu;
    Duplicate(a, -0.0f, n);
    AndBits(b, gradient, a, n);
    AndBits(a, other, a, n);
    Abs(gradient, gradient, n);
    Abs(other, other, n);
    Max(larger, gradient, other, n);
    Min(below, gradient, other, n);
    Duplicate(tile.out[0], 1.0f, n);
    Max(above, below, tile.out[0], n);
    Min(below, below, tile.out[0], n);
    OrBits(a, a, tile.out[0], n);
    OrBits(b, b, tile.out[0], n);
    Mul(below, below, a, n);
    Mul(below, below, b, n);

    // Where x >= 0: 1 - g(-t). Elsewhere g(-t), one factor at a time.
    const Floats &positive = a, &mask = b;
    Mul(d, d, e, n);
    Form::Complement(positive, d, e, n);
    Mul(mask, larger, below, n);
    Mul(positive, positive, mask, n);
    Mul(positive, positive, above, n);
    Mul(d, d, larger, n);
    Mul(d, d, tail, n);
    Mul(above, above, tail, n);
    Mul(d, d, above, n);
    Mul(d, d, below, n);
    Muls(d, d, -1.0f, n);
    NegativeMask(mask, x, n);
    Merge(tile.out[0], mask, d, positive, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_GELU_DEVICE_H_
