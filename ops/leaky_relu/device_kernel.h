// out = self where self > 0, negativeSlope * self elsewhere.
#ifndef OPENACLNN_OPS_LEAKY_RELU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_LEAKY_RELU_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::leaky_relu {

using namespace openaclnn::device;

struct LeakyRelu {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 3;
  static __aicore__ inline void Compute(const Tile<LeakyRelu>& tile) {
    const Floats &self = tile.in[0], &scaled = tile.buffer[0], &mask = tile.buffer[1], &scratch = tile.buffer[2];
    Muls(scaled, self, tile.numbers[0], tile.n);
    NotPositiveMask(mask, self, scratch, tile.n);
    Merge(tile.out[0], mask, scaled, self, tile.n);
  }
};

template <typename T>
__global__ __aicore__ void leaky_relu(GM_ADDR self, GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  GM_ADDR tensors[] = {self, out};
  ElementwiseKernel<LeakyRelu, T>().Run(tensors, data);
}

}  // namespace openaclnn::leaky_relu

#endif  // OPENACLNN_OPS_LEAKY_RELU_DEVICE_KERNEL_H_
