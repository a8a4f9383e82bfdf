// gradInput = gradOutput / (1 + e^(-beta self)), but gradOutput where beta self > threshold.
// Numbers: beta, threshold.
#ifndef OPENACLNN_OPS_SOFTPLUS_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SOFTPLUS_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"
#include "ops/math/softplus/device.h"

namespace openaclnn::softplus_backward {

using namespace openaclnn::device;

// With t = beta x, e = e^-|t| and w = sqrt(e) where t < 0, 1 elsewhere: g w / (1 + e) w. The root
// keeps its digits where e is subnormal, which a great gradient can make up for.
struct SoftplusBackward {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 6;
  static constexpr float kLimit = 100.0f;  // of |t| / 2; from there on the derivative is 0 or 1

  static __aicore__ inline void Compute(const Tile<SoftplusBackward>& tile) {
    const int32_t n = tile.n;
    const Floats &g = tile.in[0], &x = tile.in[1], &out = tile.out[0], &t = tile.buffer[0],
                 &w = tile.buffer[1];
    const Floats &a = tile.buffer[2], &b = tile.buffer[3], &lost = tile.buffer[4],
                 &curved = tile.buffer[5];
    TimesNumber(t, lost, x, tile.numbers[0], a, b, n);
    Adds(a, t, -tile.numbers[1], n);
    NotPositiveMask(curved, a, b, n);
    NotInfiniteMask(x, t, b, n);
    // Halves, of which far out only the sign matters.
    Abs(a, t, n);
    BelowMask(b, a, 2 * kLimit, n);
    AndBits(lost, lost, b, n);
    Muls(lost, lost, 0.5f, n);
    Muls(t, t, 0.5f, n);
    Duplicate(a, kLimit, n);
    Min(t, t, a, n);
    Duplicate(a, -kLimit, n);
    Max(t, t, a, n);
    Decay(w, b, t, lost, a, out, n);
    AndBits(w, w, x, n);
    Mul(out, w, w, n);
    Adds(out, out, 1.0f, n);
    Duplicate(a, 1.0f, n);
    Merge(a, b, a, w, n);
    Mul(w, g, a, n);
    Div(w, w, out, n);
    Mul(w, w, a, n);
    Merge(out, curved, w, g, n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(softplus_backward, 3, SoftplusBackward)

}  // namespace openaclnn::softplus_backward

#endif  // OPENACLNN_OPS_SOFTPLUS_BACKWARD_DEVICE_KERNEL_H_
