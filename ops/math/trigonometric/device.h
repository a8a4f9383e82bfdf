// Sine and cosine on tiles of float32: |x| = (k + f) pi / 2 with |f| <= 1/2, and polynomials of r =
// f pi / 2.
#ifndef OPENACLNN_OPS_MATH_TRIGONOMETRIC_DEVICE_H_
#define OPENACLNN_OPS_MATH_TRIGONOMETRIC_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/trigonometric/tables.h"

namespace openaclnn::device {

// Up to here k has 12 digits, so that its products with parts of pi / 2 are exact.
inline constexpr float kAngleLimit = 6400.0f;

// r and k of a larger angle, by the digits of 2 / pi that count (Payne and Hanek 1983).
__aicore__ inline void ReduceHugeAngle(uint32_t bits, float& r, uint32_t& k) {
  // The angle is digits 2^(exponent - 150). Of 2 / pi times that power the first digit here stands
  // for 2.
  const uint32_t first = (bits >> 23) - 120, word = first / 32, shift = first % 32;
  const uint64_t digits = (bits & 0x007fffff) | 0x00800000;
  uint64_t part[3];
  for (uint32_t i = 0; i < 3; ++i) {
    const uint64_t pair =
        static_cast<uint64_t>(kTwoOverPiDigits[word + i]) << 32 | kTwoOverPiDigits[word + i + 1];
    part[i] = pair << shift >> 32;
  }
  // In units of 2^-62, modulo 4.
  const uint64_t product = (digits * part[0] << 32) + digits * part[1] + (digits * part[2] >> 32);
  k = static_cast<uint32_t>((product + (1ull << 61)) >> 62);
  const uint64_t fraction = product - (static_cast<uint64_t>(k) << 62);
  constexpr float kHalfPi = 0x1.921fb6p0f;
  r = static_cast<float>(static_cast<int32_t>(fraction >> 32)) * (kHalfPi * 0x1p-30f) +
      static_cast<float>(static_cast<int32_t>(fraction >> 8 & 0x00ffffff)) * (kHalfPi * 0x1p-54f);
}

template <bool kCosine>
struct SineOrCosine {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 8;
  static __aicore__ inline void Compute(const Tile<SineOrCosine>& tile) {
    const int32_t n = tile.n;
    const Floats &x = tile.in[0], &sine = tile.out[0], &t = tile.buffer[0], &k = tile.buffer[1],
                 &r = tile.buffer[2];
    const Floats &low = tile.buffer[3], &z = tile.buffer[4], &cosine = tile.buffer[5],
                 &a = tile.buffer[6], &b = tile.buffer[7];
    Abs(t, x, n);
    // The sum is rounded to an integer, which stands in its last bits.
    constexpr float kMagic = 0x1.8p23f;
    Muls(low, t, static_cast<float>(kTwoOverPiDouble), n);
    Adds(k, low, kMagic, n);
    Adds(low, k, -kMagic, n);
    // Both steps are exact.
    Muls(r, t, 1.0f, n);
    Axpy(r, low, -kHalfPiDigits[0], n);
    Axpy(r, low, -kHalfPiDigits[1], n);
    // r - k c as the sum r + low.
    Muls(a, low, kHalfPiDigits[2], n);
    Muls(b, low, kHalfPiDigits[3], n);
    Sub(z, r, a, n);
    Sub(low, r, z, n);
    Sub(low, low, a, n);
    Sub(low, low, b, n);
    Muls(r, z, 1.0f, n);
    ReduceHugeAngles(t, k, r, low, a, n);

    Mul(z, r, r, n);
    Mul(t, z, r, n);
    PolynomialTimes(sine, t, z, kSineFloat, a, b, n);
    Add(sine, sine, low, n);
    Add(sine, sine, r, n);
    Mul(t, z, z, n);
    PolynomialTimes(cosine, t, z, kCosineFloat, a, b, n);
    Mul(low, low, r, n);
    Sub(cosine, cosine, low, n);
    Muls(z, z, -0.5f, n);
    Adds(t, z, 1.0f, n);
    Add(cosine, cosine, t, n);

    const LocalTensor<int32_t> quadrant = k.ReinterpretCast<int32_t>(),
                               sign = t.ReinterpretCast<int32_t>();
    const LocalTensor<int32_t> value = sine.ReinterpretCast<int32_t>();
    if constexpr (kCosine) Adds(quadrant, quadrant, 1, n);
    ShiftLeft(sign, quadrant, 31, n);
    NegativeMask(a, t, n);
    Merge(sine, a, cosine, sine, n);
    // Adding the highest bit changes the sign.
    ShiftRight(sign, quadrant, 1, n);
    ShiftLeft(sign, sign, 31, n);
    Add(value, value, sign, n);
    if constexpr (!kCosine) {
      Duplicate(t, -0.0f, n);
      AndBits(t, t, x, n);
      Add(value, value, sign, n);
    }
  }

 private:
  // Replaces k, r and low of the elements beyond kAngleLimit, one after the other: they are rare.
  static __aicore__ inline void ReduceHugeAngles(const Floats& t, const Floats& k, const Floats& r,
                                                 const Floats& low, const Floats& greatest,
                                                 int32_t n) {
    Muls(greatest, t, 1.0f, n);
    int32_t count = n;
    while (count > 8) {
      const int32_t half = (count + 15) / 16 * 8;
      Max(greatest, greatest, greatest[half], count - half);
      count = half;
    }
    bool moderate = true;
    for (int32_t i = 0; i < count; ++i) moderate = moderate && greatest.GetValue(i) < kAngleLimit;
    if (moderate) return;
    constexpr uint32_t kInfinity = 0x7f800000;
    const LocalTensor<uint32_t> bits = t.ReinterpretCast<uint32_t>(),
                                quadrant = k.ReinterpretCast<uint32_t>();
    for (int32_t i = 0; i < n; ++i) {
      const uint32_t angle = bits.GetValue(i);
      if (angle < BitsOf(kAngleLimit) || angle >= kInfinity) continue;
      float reduced;
      uint32_t whole;
      ReduceHugeAngle(angle, reduced, whole);
      quadrant.SetValue(i, whole);
      r.SetValue(i, reduced);
      low.SetValue(i, 0.0f);
    }
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_TRIGONOMETRIC_DEVICE_H_
