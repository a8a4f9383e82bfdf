// out = (self + 3) / 6, but at least 0 and at most 1.
#ifndef OPENACLNN_OPS_HARDSIGMOID_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_HARDSIGMOID_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::hardsigmoid {

using namespace openaclnn::device;

struct Hardsigmoid {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 1;
  static __aicore__ inline void Compute(const Tile<Hardsigmoid>& tile) {
    const LocalTensor<float>&out = tile.out[0], &a = tile.buffer[0];
    Adds(out, tile.in[0], 3.0f, tile.n);
    Duplicate(a, 0.0f, tile.n);
    Max(out, out, a, tile.n);
    Duplicate(a, 6.0f, tile.n);
    Min(out, out, a, tile.n);
    Div(out, out, a, tile.n);
  }
};

}  // namespace openaclnn::hardsigmoid

#endif  // OPENACLNN_OPS_HARDSIGMOID_DEVICE_KERNEL_H_
