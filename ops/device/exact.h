// Products of float32 numbers rounded once, as if in double: for operators whose results must be
// within 1 ULP after several steps.
//
// There is no fused multiply-add on all chips, so the factors are split: the product of 12 digits
// of each is exact (Dekker 1971), and what is left is so small that its own rounding does not
// matter.
#ifndef OPENACLNN_OPS_DEVICE_EXACT_H_
#define OPENACLNN_OPS_DEVICE_EXACT_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"

namespace openaclnn::device {

// product + lost = number x, by products of 12 digits (Dekker 1971). a and b are scratch.
__aicore__ inline void TimesNumber(const Floats& product, const Floats& lost, const Floats& x,
                                   float number, const Floats& a, const Floats& b, int32_t n) {
  float high;
  const uint32_t upper = BitsOf(number) & 0xfffff000u;
  __builtin_memcpy(&high, &upper, sizeof(high));
  Muls(product, x, number, n);
  UpperDigits(a, x, n);
  Sub(b, x, a, n);
  Muls(lost, a, high, n);
  Sub(lost, lost, product, n);
  Axpy(lost, a, number - high, n);
  Axpy(lost, b, number, n);
  FiniteMask(a, lost, n);
  AndBits(lost, lost, a, n);
}

// A product as product + error, both to be multiplied by `unscale`, a power of two.
struct ExactProduct {
  static constexpr int kBuffers = 4;

  // Buffers that become these; the last one is for steps in between.
  Floats product, error, unscale, a;

  __aicore__ explicit inline ExactProduct(const Floats* buffer)
      : product(buffer[0]), error(buffer[1]), unscale(buffer[2]), a(buffer[3]) {}

  // f (high + low); |low| is at most some 2^-10 of |high|. All of them are used up.
  __aicore__ inline void Multiply(const Floats& f, const Floats& high, const Floats& low,
                                  int32_t n) {
    // Scaled by 2^64 below 2^-64, so that no error is lost to underflow.
    LocalTensor<int32_t> exponent = a.ReinterpretCast<int32_t>();
    Abs(a, f, n);
    BelowMask(a, a, 0x1p-64f, n);
    ShiftLeft(exponent, exponent, 29, n);
    Adds(unscale.ReinterpretCast<int32_t>(), exponent, 0x3f800000, n);
    Muls(exponent, exponent, -1, n);
    Adds(exponent, exponent, 0x3f800000, n);
    Mul(f, f, a, n);

    UpperDigits(a, f, n);
    Sub(f, f, a, n);
    UpperDigits(product, high, n);
    Sub(error, high, product, n);
    Add(low, low, error, n);
    Mul(error, a, low, n);
    Mul(f, f, high, n);
    Add(error, error, f, n);
    Mul(product, product, a, n);
  }

  // dst = the product. An infinite or NaN one has no error.
  __aicore__ inline void Round(const Floats& dst, int32_t n) {
    FiniteMask(a, product, n);
    AndBits(error, error, a, n);
    Add(dst, product, error, n);
    Mul(dst, dst, unscale, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_EXACT_H_
