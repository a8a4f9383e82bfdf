// Products of float32 numbers rounded once, as if in double: for operators whose results must be within 1 ULP after several steps.
//
// There is no fused multiply-add on all chips, so the rounding error of a product is put together from products of halves of the digits
// (Dekker 1971), which are exact.
#ifndef OPENACLNN_OPS_DEVICE_EXACT_H_
#define OPENACLNN_OPS_DEVICE_EXACT_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"

namespace openaclnn::device {

// A product as product + error, both to be multiplied by `unscale`, a power of two.
struct ExactProduct {
  static constexpr int kBuffers = 5;

  // Buffers that become these; the last two are for steps in between.
  Floats product, error, unscale, a, b;

  __aicore__ explicit inline ExactProduct(const Floats* buffer)
      : product(buffer[0]), error(buffer[1]), unscale(buffer[2]), a(buffer[3]), b(buffer[4]) {}

  // f (high + low); |low| is at most some 2^-10 of |high|. All of them are used up.
  __aicore__ inline void Multiply(const Floats& f, const Floats& high, const Floats& low, int32_t n) {
    // Scaled, so that no error is lost to underflow and no intermediate result overflows: f by 2^64 below 2^-64, by 2^-64 above 2^32.
    LocalTensor<int32_t> below = a.ReinterpretCast<int32_t>(), above = b.ReinterpretCast<int32_t>();
    Abs(product, f, n);
    BelowMask(a, product, 0x1p-64f, n);
    AboveMask(b, product, 0x1p32f, n);
    ShiftLeft(below, below, 29, n);
    ShiftLeft(above, above, 29, n);
    Sub(below, above, below, n);
    Muls(unscale.ReinterpretCast<int32_t>(), below, -1, n);
    Adds(unscale.ReinterpretCast<int32_t>(), unscale.ReinterpretCast<int32_t>(), 0x3f800000, n);
    Adds(below, below, 0x3f800000, n);
    Mul(f, f, a, n);

    Mul(product, f, high, n);
    Mul(low, low, f, n);
    UpperDigits(a, f, n);
    Sub(f, f, a, n);
    UpperDigits(b, high, n);
    Sub(high, high, b, n);
    Mul(error, a, b, n);
    Sub(error, error, product, n);
    Mul(a, a, high, n);
    Add(error, error, a, n);
    Mul(b, b, f, n);
    Add(error, error, b, n);
    Mul(f, f, high, n);
    Add(error, error, f, n);
    Add(error, error, low, n);
  }

  // dst = the product.
  __aicore__ inline void Round(const Floats& dst, int32_t n) { Sum(dst, product, n); }

  // dst = a third of the product.
  __aicore__ inline void RoundThird(const Floats& dst, int32_t n) {
    Duplicate(a, 3.0f, n);
    Div(b, product, a, n);
    // What is left of the product after taking three thirds away, first two at once: both differences are exact.
    Muls(a, b, 2.0f, n);
    Sub(a, product, a, n);
    Sub(a, a, b, n);
    Add(error, error, a, n);
    Muls(error, error, 1.0f / 3, n);
    Sum(dst, b, n);
  }

 private:
  // dst = (value + error) unscale; an infinite or NaN product has no error.
  __aicore__ inline void Sum(const Floats& dst, const Floats& value, int32_t n) {
    FiniteMask(a, product, n);
    AndBits(error, error, a, n);
    Add(dst, value, error, n);
    Mul(dst, dst, unscale, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_EXACT_H_
