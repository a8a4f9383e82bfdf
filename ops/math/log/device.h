// Logarithms on tiles of float32.
#ifndef OPENACLNN_OPS_MATH_LOG_DEVICE_H_
#define OPENACLNN_OPS_MATH_LOG_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::device {

struct LogForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<LogForward>& tile) {
    Ln(tile.out[0], tile.in[0], tile.n);
  }
};

// ln(x) times a sum of two numbers, of which the second is small and of the same sign.
struct LogFactor {
  float high, low;
};
template <LogFactor kFactor>
struct LogOfBase {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<LogOfBase>& tile) {
    const Floats &logarithm = tile.in[0], &out = tile.out[0];
    Ln(logarithm, logarithm, tile.n);
    Muls(out, logarithm, kFactor.low, tile.n);
    Axpy(out, logarithm, kFactor.high, tile.n);
  }
};
using Log2Forward = LogOfBase<LogFactor{0x1.715476p+0f, 0x1.4ae0cp-26f}>;
using Log10Forward = LogOfBase<LogFactor{0x1.bcb7bp-2f, 0x1.526e5p-26f}>;

// ln(u) + (x - (u - 1)) / u, where u is 1 + x rounded: the second term is what the rounding lost.
struct Log1pForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 2;
  static __aicore__ inline void Compute(const Tile<Log1pForward>& tile) {
    const Floats &x = tile.in[0], &out = tile.out[0], &u = tile.buffer[0], &mask = tile.buffer[1];
    Adds(u, x, 1.0f, tile.n);
    Adds(out, u, -1.0f, tile.n);
    Sub(x, x, out, tile.n);
    Div(x, x, u, tile.n);
    // Nothing was lost at infinity and at -1.
    FiniteMask(mask, x, tile.n);
    AndBits(x, x, mask, tile.n);
    Ln(u, u, tile.n);
    Add(out, u, x, tile.n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_LOG_DEVICE_H_
