// GELU and its derivative on tiles of float32, exact and by tanh.
//
// Both forms obey g(x) + g(-x) = 1 for the derivative g, and Phi(x) + Phi(-x) = 1 for the factor Phi of x, so everything is computed at -t
// for t = |x|, as a product with the exponential E = exp(-t^2 / 2) (by tanh: exp(-w)), in factors that keep their relative accuracy in the
// tail: a gradient may be so large that the result is not tiny. t is limited to where even the largest product is 0 and no factor is: an
// infinite gradient meets no zero. Min keeps NaN, and with it all that follows.
//
// Errors: within 4 + x^2 ULP of float32 for x < 0, 4 for x >= 0 (random pairs of x and gradient stay below 0.96 of it;
// docs/performance_log.md). The x^2 is that of the exponent: rounding t^2 changes t^2 / 2 by up to its 2^-24th part. By tanh the exponent
// is made good for that.
#ifndef OPENACLNN_OPS_DEVICE_GELU_H_
#define OPENACLNN_OPS_DEVICE_GELU_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"

namespace openaclnn::device {

// Polynomials, lowest degree first. Minimax in the relative error.
// With v = t / (t + 2.5): phi(0) (M(t) - t) / (t0 - t), M the Mills ratio and t0 its fixed point: 2^-27.1 on [0, 20.5].
inline constexpr float kErfSlope[] = {0x1.54851ap-1f,  -0x1.c43b66p-2f, 0x1.58491ep-3f, 0x1.583f7cp-5f, -0x1.70d75cp-6f,
                                      -0x1.b6d914p-7f, -0x1.e00b9cp-8f, 0x1.b4be14p-9f, 0x1.54934cp-7f, -0x1.50418ap-8f};
// phi(0) M(t) / (1 - v): 2^-25.7 on [0, 20.5].
inline constexpr float kErfMills[] = {0x1.000000p-1f,  -0x1.fd4b46p-2f, 0x1.15eeeap-4f,  0x1.ddbbb4p-4f, 0x1.78be50p-6f,
                                      -0x1.f92c8cp-5f, 0x1.df1406p-5f,  -0x1.082c26p-3f, 0x1.d371a8p-4f, -0x1.0a36fep-5f};
inline constexpr float kErfShift = 2.5f;
inline constexpr float kErfLimit = 23.9f;
inline constexpr float kErfRootHigh = 0x1.80ead2p-1f, kErfRootLow = -0x1.a03fd4p-27f;  // t0

// g(-t) / (t0 - t) by tanh, negated, in t - 1/2, where its terms add up with the least errors: 2^-24.3 for t from 0 to 1.75. Beyond, the
// formula for g does not cancel.
inline constexpr float kTanhNear[] = {0x1.0cfa68p-1f,   -0x1.6db0c2p-2f,  -0x1.ae1d1ep-4f,  0x1.debdc4p-4f,
                                      0x1.7e4bfcp-7f,   -0x1.84e444p-6f,  -0x1.fc061ep-13f, 0x1.d030f8p-9f,
                                      -0x1.75e2b4p-14f, -0x1.0de7d6p-11f, 0x1.e41026p-14f};
inline constexpr float kTanhNearCenter = 0.5f;
inline constexpr float kTanhNearLimit = 1.75f;
inline constexpr float kTanhLimit = 15.4f;
inline constexpr float kTanhRootHigh = 0x1.8142a0p-1f, kTanhRootLow = -0x1.85a06cp-27f;
// The exponent w = K t + C t^3, K = 2 sqrt(2 / pi), C = 0.044715 K; with K1 and C1 of few digits and the rest.
inline constexpr float kTanhK = 0x1.988454p+0f, kTanhC = 0x1.2444f2p-4f, kTanh3C = 0x1.b6676cp-3f;
inline constexpr float kTanhK1 = 0x1.98p+0f, kTanhK2 = 0x1.08a67ap-9f;
inline constexpr float kTanhC1 = 0x1.28p-4f, kTanhC2 = -0x1.dd86aep-11f;

// t = min(|x|, limit).
__aicore__ inline void Magnitude(const Floats& t, const Floats& x, float limit, const Floats& scratch, int32_t n) {
  Abs(t, x, n);
  Duplicate(scratch, limit, n);
  Min(t, t, scratch, n);
}

// exp(exponent) = e tail tail. The product of two float32 numbers may be as large as the square of the largest, so the exponential must not
// underflow where its product with these is not 0: what is below e^-87 goes into the tail, which is 1 elsewhere.
__aicore__ inline void Exponential(const Floats& e, const Floats& tail, const Floats& exponent, int32_t n) {
  Duplicate(tail, -87.0f, n);
  Max(tail, tail, exponent, n);
  Exp(e, tail, n);
  Sub(tail, exponent, tail, n);
  Muls(tail, tail, 0.5f, n);
  Exp(tail, tail, n);
}

// E = exp(-t^2 / 2), v = t / (t + 2.5).
__aicore__ inline void ErfParts(const Floats& e, const Floats& tail, const Floats& v, const Floats& t, int32_t n) {
  Mul(v, t, t, n);
  Muls(v, v, -0.5f, n);
  Exponential(e, tail, v, n);
  Adds(v, t, kErfShift, n);
  Div(v, t, v, n);
}

// E = exp(-w). Rounding w would cost more digits than the bound allows, so t is taken apart: u, the nearest multiple of 1/4, has so few
// digits that K1 u + C1 u^3 is exact for t < 16, and what is left is small. The error of their sum is made good afterwards.
__aicore__ inline void TanhParts(const Floats& e, const Floats& tail, const Floats& t, const Floats& u, const Floats& rest,
                                 const Floats& u2, int32_t n) {
  Adds(u, t, 0x1.8p21f, n);
  Adds(u, u, -0x1.8p21f, n);
  Sub(rest, t, u, n);
  Mul(u2, u, u, n);
  // (t - u) (K + C (t^2 + t u + u^2))
  Add(e, t, u, n);
  Mul(e, e, t, n);
  Add(e, e, u2, n);
  Muls(e, e, -kTanhC, n);
  Adds(e, e, -kTanhK, n);
  Mul(e, e, rest, n);
  // u (K2 + C2 u^2)
  Muls(rest, u2, -kTanhC2, n);
  Adds(rest, rest, -kTanhK2, n);
  Mul(rest, rest, u, n);
  Add(rest, rest, e, n);
  // u (K1 + C1 u^2)
  Muls(u2, u2, -kTanhC1, n);
  Adds(u2, u2, -kTanhK1, n);
  Mul(u2, u2, u, n);

  Add(u, u2, rest, n);
  Sub(u2, u, u2, n);
  Sub(rest, rest, u2, n);
  Exponential(e, tail, u, n);
  Mul(rest, rest, e, n);
  Add(e, e, rest, n);
}

// The derivative: g(-t) = -d E.
struct ErfDerivative {
  static constexpr int kBuffers = 4;
  static __aicore__ inline void Parts(const Floats& d, const Floats& e, const Floats& tail, const Floats& x, const Floats* buffer,
                                      int32_t n) {
    const Floats &t = buffer[0], &v = buffer[1];
    Magnitude(t, x, kErfLimit, v, n);
    ErfParts(e, tail, v, t, n);
    Polynomial(d, v, kErfSlope, buffer[2], buffer[3], n);
    Adds(t, t, -kErfRootHigh, n);
    Adds(t, t, -kErfRootLow, n);
    Mul(d, d, t, n);
  }
};

struct TanhDerivative {
  static constexpr int kBuffers = 5;
  static __aicore__ inline void Parts(const Floats& d, const Floats& e, const Floats& tail, const Floats& x, const Floats* buffer,
                                      int32_t n) {
    const Floats &t = buffer[0], &a = buffer[1], &b = buffer[2];
    Magnitude(t, x, kTanhLimit, a, n);
    TanhParts(e, tail, t, a, b, d, n);
    // (t w' - 1 - E) / (1 + 2 E + E^2); the square of a rounded 1 + E would have its error twice. The tail does not matter here.
    Adds(a, e, 1.0f, n);
    Mul(d, t, t, n);
    Muls(d, d, kTanh3C, n);
    Adds(d, d, kTanhK, n);
    Mul(d, d, t, n);
    Sub(d, d, a, n);
    Adds(a, e, 2.0f, n);
    Mul(a, a, e, n);
    Adds(a, a, 1.0f, n);
    Div(d, d, a, n);
    // Near the root the polynomial, which has E in it, instead.
    Adds(a, t, -kTanhNearCenter, n);
    Polynomial(b, a, kTanhNear, buffer[3], buffer[4], n);
    Adds(a, t, -kTanhRootHigh, n);
    Adds(a, a, -kTanhRootLow, n);
    Mul(b, b, a, n);
    BelowMask(t, t, kTanhNearLimit, n);
    Duplicate(a, 1.0f, n);
    AndBits(a, a, t, n);
    Max(e, e, a, n);
    Merge(d, t, b, d, n);
  }
};

// GELU itself: Phi(-t) = phi E.
struct Erf {
  static constexpr int kBuffers = 3;
  static __aicore__ inline void Parts(const Floats& phi, const Floats& t, const Floats& e, const Floats& tail, const Floats& x,
                                      const Floats* buffer, int32_t n) {
    const Floats& v = buffer[0];
    Magnitude(t, x, kErfLimit, v, n);
    ErfParts(e, tail, v, t, n);
    Polynomial(phi, v, kErfMills, buffer[1], buffer[2], n);
    Muls(v, v, -1.0f, n);
    Adds(v, v, 1.0f, n);
    Mul(phi, phi, v, n);
  }
};

struct Tanh {
  static constexpr int kBuffers = 2;
  static __aicore__ inline void Parts(const Floats& phi, const Floats& t, const Floats& e, const Floats& tail, const Floats& x,
                                      const Floats* buffer, int32_t n) {
    const Floats &a = buffer[0], &b = buffer[1];
    Magnitude(t, x, kTanhLimit, a, n);
    TanhParts(e, tail, t, a, b, phi, n);
    Adds(a, e, 1.0f, n);  // the tail does not matter here
    Duplicate(b, 1.0f, n);
    Div(phi, b, a, n);
  }
};

// GELU of x: below t tail where x < 0, above x elsewhere; the mask says where. Factors go to `below` and `above` first: then neither a tiny
// x nor a tiny E loses what a huge factor would bring back.
template <class Form>
struct Gelu {
  static constexpr int kBuffers = 5 + Form::kBuffers;

  Floats below, above, t, mask, tail;

  __aicore__ inline Gelu(const Floats& x, const Floats* buffer, int32_t n)
      : below(buffer[0]), above(buffer[1]), t(buffer[2]), mask(buffer[3]), tail(buffer[4]) {
    const Floats& e = above;
    Form::Parts(below, t, e, tail, x, buffer + 5, n);
    Mul(below, below, e, n);
    Muls(above, below, -1.0f, n);
    Adds(above, above, 1.0f, n);
    Muls(t, t, -1.0f, n);
    Mul(t, t, tail, n);
    NegativeMask(mask, x, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_GELU_H_
