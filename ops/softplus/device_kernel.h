// out = ln(1 + e^(beta self)) / beta, but self where beta self > threshold. Numbers: beta,
// threshold.
#ifndef OPENACLNN_OPS_SOFTPLUS_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SOFTPLUS_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"
#include "ops/math/softplus/device.h"

namespace openaclnn::softplus {

using namespace openaclnn::device;

// With t = beta x: (max(t, 0) + ln(u) + (e - (u - 1)) / u) / beta, where e = e^-|t| and u is 1 + e
// rounded.
struct Softplus {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 5;
  static __aicore__ inline void Compute(const Tile<Softplus>& tile) {
    const int32_t n = tile.n;
    const Floats &x = tile.in[0], &out = tile.out[0], &t = tile.buffer[0], &e = tile.buffer[1];
    const Floats &a = tile.buffer[2], &b = tile.buffer[3], &mask = tile.buffer[4];
    const float beta = tile.numbers[0], threshold = tile.numbers[1];
    TimesNumber(t, b, x, beta, a, e, n);
    Decay(e, mask, t, b, a, out, n);
    // ln(1 + e).
    Adds(a, e, 1.0f, n);
    Adds(out, a, -1.0f, n);
    Sub(e, e, out, n);
    Div(e, e, a, n);
    Ln(a, a, n);
    Add(e, e, a, n);
    // Above 0 also t and what it lost.
    AndBits(b, b, mask, n);
    Add(e, e, b, n);
    Duplicate(a, 0.0f, n);
    Max(a, t, a, n);
    Add(e, e, a, n);
    Duplicate(a, beta, n);
    Div(e, e, a, n);
    AboveMask(mask, t, threshold, n);
    Merge(out, mask, x, e, n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(softplus, 2, Softplus)

}  // namespace openaclnn::softplus

#endif  // OPENACLNN_OPS_SOFTPLUS_DEVICE_KERNEL_H_
