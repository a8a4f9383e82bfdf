// out = hardswish(self).
#ifndef OPENACLNN_OPS_HARDSWISH_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_HARDSWISH_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::hardswish {

using namespace openaclnn::device;

// x times (x + 3) / 6, which is 0 for x <= -3 and 1 for x >= 3. The factor is a number and its
// error, so that float32 results are rounded twice, each time by at most 1/2 ULP: when x is
// multiplied by the one and when the other is added.
struct Hardswish {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 4;
  static __aicore__ inline void Compute(const Tile<Hardswish>& tile) {
    const Floats &x = tile.in[0], &inner = tile.buffer[0], &sum = tile.buffer[1],
                 &low = tile.buffer[2], &factor = tile.buffer[3];
    const int32_t n = tile.n;
    Duplicate(low, -3.0f, n);
    Max(x, x, low, n);
    Duplicate(low, 3.0f, n);
    Min(inner, x, low, n);
    // x + 3 = sum + low
    Adds(sum, inner, 3.0f, n);
    Adds(low, sum, -3.0f, n);
    Sub(low, inner, low, n);
    // What is left of the sum after taking the factor away six times: exact, first four times and
    // then twice.
    Muls(factor, sum, 1.0f / 6, n);
    Axpy(sum, factor, -4.0f, n);
    Axpy(sum, factor, -2.0f, n);
    Add(low, low, sum, n);
    Muls(low, low, 1.0f / 6, n);
    // The error is 0 for x >= 3, where only the factor may meet an infinite x.
    Mul(factor, factor, x, n);
    Mul(low, low, inner, n);
    Add(tile.out[0], factor, low, n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(hardswish, 2, Hardswish)

}  // namespace openaclnn::hardswish

#endif  // OPENACLNN_OPS_HARDSWISH_DEVICE_KERNEL_H_
