// out = self, rounded to an integer in one of four directions.
#ifndef OPENACLNN_OPS_ROUND_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ROUND_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::round {

using namespace openaclnn::device;

enum class Rounding { kDown, kUp, kToZero, kToNearestEven };

// Between numbers of 2^23 and more there are no fractions: adding 2^23 to a magnitude rounds it to
// the nearest integer, which is then one off where it lies on the wrong side of the number.
template <Rounding kRounding>
struct RoundTo {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 3;
  static __aicore__ inline void Compute(const Tile<RoundTo>& tile) {
    const int32_t n = tile.n;
    const Floats &x = tile.in[0], &out = tile.out[0], &a = tile.buffer[0], &sign = tile.buffer[1],
                 &one = tile.buffer[2];
    const auto magnitude_bits = a.ReinterpretCast<int32_t>(),
               sign_bits = sign.ReinterpretCast<int32_t>();
    Abs(a, x, n);
    Sub(sign_bits, x.ReinterpretCast<int32_t>(), magnitude_bits, n);
    Adds(out, a, 0x1p23f, n);
    Adds(out, out, -0x1p23f, n);
    if constexpr (kRounding == Rounding::kToZero) OneWhereNegative(one, a, out, n);
    if constexpr (kRounding == Rounding::kToZero) Sub(out, out, one, n);
    OrBits(out, out, sign, n);
    if constexpr (kRounding == Rounding::kDown) OneWhereNegative(one, x, out, n);
    if constexpr (kRounding == Rounding::kDown) Sub(out, out, one, n);
    if constexpr (kRounding == Rounding::kUp) OneWhereNegative(one, out, x, n);
    if constexpr (kRounding == Rounding::kUp) Add(out, out, one, n);
    // Numbers without fractions, infinities and NaN stay.
    Adds(magnitude_bits, magnitude_bits, -static_cast<int32_t>(BitsOf(0x1p23f)), n);
    NegativeMask(a, a, n);
    Merge(out, a, out, x, n);
  }

 private:
  // one = 1 where p < q, 0 elsewhere.
  static __aicore__ inline void OneWhereNegative(const Floats& one, const Floats& p,
                                                 const Floats& q, int32_t n) {
    Sub(one, p, q, n);
    NegativeMask(one, one, n);
    ShiftRight(one.ReinterpretCast<uint32_t>(), one.ReinterpretCast<uint32_t>(), 25u, n);
    ShiftLeft(one.ReinterpretCast<int32_t>(), one.ReinterpretCast<int32_t>(), 23, n);
  }
};

}  // namespace openaclnn::round

#endif  // OPENACLNN_OPS_ROUND_DEVICE_KERNEL_H_
