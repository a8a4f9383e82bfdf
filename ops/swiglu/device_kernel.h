// out = silu(activated) * other.
#ifndef OPENACLNN_OPS_SWIGLU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SWIGLU_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/silu/device.h"

namespace openaclnn::swiglu {

using namespace openaclnn::device;

struct Forward {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 4;
  static __aicore__ inline void Compute(const Tile<Forward>& tile) {
    const Floats &x = tile.in[0], &e = tile.buffer[0], &tail = tile.buffer[1], &a = tile.buffer[2],
                 &b = tile.buffer[3];
    const int32_t n = tile.n;
    Magnitude(a, x, kSiluLimit, b, n);
    Muls(a, a, -1.0f, n);
    Exponential(e, tail, a, n);
    SiluProduct(tile.out[0], x, tile.in[1], e, tail, a, b, n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(swiglu, 3, Forward)

}  // namespace openaclnn::swiglu

#endif  // OPENACLNN_OPS_SWIGLU_DEVICE_KERNEL_H_
