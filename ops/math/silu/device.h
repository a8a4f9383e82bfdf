// SiLU, x / (1 + e^-x), and its derivative g on tiles of float32. Everything is made of e^-t for t
// = |x|, in factors that do not underflow where the result does not. Errors: within 4 ULP of
// float32 each (ops/silu and ops/silu_backward).
#ifndef OPENACLNN_OPS_MATH_SILU_DEVICE_H_
#define OPENACLNN_OPS_MATH_SILU_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exponential.h"
#include "ops/math/silu/tables.h"

namespace openaclnn::device {

// From here on even the product with the largest float32 is 0, but no factor is.
inline constexpr float kSiluLimit = 220.0f;

struct SiluForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 4;
  static __aicore__ inline void Compute(const Tile<SiluForward>& tile) {
    const int32_t n = tile.n;
    const Floats &x = tile.in[0], &out = tile.out[0];
    const Floats &t = tile.buffer[0], &e = tile.buffer[1], &tail = tile.buffer[2],
                 &mask = tile.buffer[3];
    Magnitude(t, x, kSiluLimit, e, n);
    Muls(t, t, -1.0f, n);
    Exponential(e, tail, t, n);
    // Only the infinity below needs a limit: the result there is -0.
    NegativeMask(mask, x, n);
    Duplicate(t, -kSiluLimit, n);
    Max(x, x, t, n);
    Adds(t, e, 1.0f, n);
    Div(x, x, t, n);
    Mul(e, e, x, n);
    Mul(e, e, tail, n);
    Mul(e, e, tail, n);
    Merge(out, mask, e, x, n);
  }
};

// silu(x) other, with e tail tail = e^-|x|, which Exponential() gave of at most kSiluLimit. x,
// other and e are used up.
__aicore__ inline void SiluProduct(const Floats& dst, const Floats& x, const Floats& other,
                                   const Floats& e, const Floats& tail, const Floats& mask,
                                   const Floats& scratch, int32_t n) {
  // Only the infinity below needs a limit: SiLU there is -0.
  Duplicate(mask, -kSiluLimit, n);
  Max(x, x, mask, n);
  NegativeMask(mask, x, n);
  SortByMagnitude(x, other, dst, scratch, n);
  Adds(scratch, e, 1.0f, n);
  Div(x, x, scratch, n);
  Mul(e, e, x, n);
  Mul(x, x, other, n);
  Mul(e, e, other, n);
  Mul(e, e, tail, n);
  Mul(e, e, tail, n);
  Merge(dst, mask, e, x, n);
}

// g(-t) = e^-t (1 - t + e^-t) / (1 + e^-t)^2 for t = |x|, at most `limit`. Near its root it is a
// polynomial. e^-t = e tail^(1 / share), and `value` lacks that power of the tail.
struct SiluDerivative {
  static constexpr int kBuffers = 8;

  // Buffers that become these; the others are for steps in between.
  Floats value, e, tail, a, b, c, d, mask;

  __aicore__ explicit inline SiluDerivative(const Floats* buffer)
      : value(buffer[0]),
        e(buffer[1]),
        tail(buffer[2]),
        a(buffer[3]),
        b(buffer[4]),
        c(buffer[5]),
        d(buffer[6]),
        mask(buffer[7]) {}

  __aicore__ inline void Compute(const Floats& x, float limit, float share, int32_t n) {
    constexpr float kNear[] = {kSiluNearRoot0,   kSiluNearRoot[0], kSiluNearRoot[1],
                               kSiluNearRoot[2], kSiluNearRoot[3], kSiluNearRoot[4]};
    const Floats &t = a, &u = b, &square = c, &near = d;
    Magnitude(t, x, limit, e, n);
    Muls(t, t, -1.0f, n);
    Exponential(e, tail, t, n, share);
    Adds(value, t, 1.0f, n);
    Add(value, value, e, n);
    Adds(near, e, 1.0f, n);
    Div(value, value, near, n);
    Div(value, value, near, n);
    Mul(value, value, e, n);

    Adds(u, t, -kSiluRootHigh, n);
    Adds(u, u, -kSiluRootLow, n);
    PolynomialTimes(near, u, u, kNear, square, mask, n);
    Abs(u, u, n);
    BelowMask(mask, u, kSiluNearRootRadius, n);
    Merge(value, mask, near, value, n);
  }
};

// gradient g(x), with g(t) = 1 - g(-t).
struct SiluGradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = SiluDerivative::kBuffers;
  static __aicore__ inline void Compute(const Tile<SiluGradient>& tile) {
    const int32_t n = tile.n;
    const Floats &gradient = tile.in[0], &x = tile.in[1], &out = tile.out[0];
    SiluDerivative derivative(tile.buffer);
    derivative.Compute(x, kSiluLimit, 0.5f, n);
    const Floats &value = derivative.value, &tail = derivative.tail, &mask = derivative.mask,
                 &positive = derivative.d;
    Muls(positive, value, -1.0f, n);
    Adds(positive, positive, 1.0f, n);
    Mul(positive, positive, gradient, n);
    Mul(value, value, gradient, n);
    Mul(value, value, tail, n);
    Mul(value, value, tail, n);
    NegativeMask(mask, x, n);
    Merge(out, mask, value, positive, n);
  }
};

// silu(x) other.
struct GatedSiluForward {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 4;
  static __aicore__ inline void Compute(const Tile<GatedSiluForward>& tile) {
    const Floats &x = tile.in[0], &e = tile.buffer[0], &tail = tile.buffer[1], &a = tile.buffer[2],
                 &b = tile.buffer[3];
    const int32_t n = tile.n;
    Magnitude(a, x, kSiluLimit, b, n);
    Muls(a, a, -1.0f, n);
    Exponential(e, tail, a, n);
    SiluProduct(tile.out[0], x, tile.in[1], e, tail, a, b, n);
  }
};

// The gradients of silu(x) other: gradient other silu'(x), and gradient silu(x).
struct GatedSiluGradient {
  static constexpr int kInputs = 3, kOutputs = 2, kBuffers = SiluDerivative::kBuffers;
  static __aicore__ inline void Compute(const Tile<GatedSiluGradient>& tile) {
    const Floats &gradient = tile.in[0], &x = tile.in[1], &other = tile.in[2];
    const int32_t n = tile.n;
    SiluDerivative derivative(tile.buffer);
    // Below -290 even the product with the two largest float32 numbers is 0.
    derivative.Compute(x, 290.0f, 0.25f, n);
    const Floats &value = derivative.value, &tail = derivative.tail, &mask = derivative.mask;
    const Floats &above = derivative.a, &positive = derivative.b, &kept = derivative.c,
                 &one = derivative.d;
    Muls(kept, gradient, 1.0f, n);

    // gradient * other may overflow, or underflow, where the result does not. So the smaller one is
    // taken as a factor of at least 1 and one of at most 1.
    const Floats &larger = gradient, &below = other;
    SortByMagnitude(gradient, other, above, positive, n);
    Duplicate(one, 1.0f, n);
    Abs(above, other, n);
    Max(above, above, one, n);
    Min(below, other, one, n);
    Duplicate(one, -1.0f, n);
    Max(below, below, one, n);

    // Where x >= 0: 1 - g(-t). Elsewhere g(-t), one factor at a time.
    Muls(positive, value, -1.0f, n);
    Adds(positive, positive, 1.0f, n);
    Mul(value, value, larger, n);
    Mul(larger, larger, below, n);
    Mul(positive, positive, larger, n);
    Mul(positive, positive, above, n);
    Mul(tail, tail, tail, n);
    Mul(value, value, tail, n);
    Mul(above, above, tail, n);
    Mul(value, value, above, n);
    Mul(value, value, below, n);
    NegativeMask(mask, x, n);
    Merge(tile.out[0], mask, value, positive, n);

    SiluProduct(tile.out[1], x, kept, derivative.e, tail, mask, one, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_SILU_DEVICE_H_
