// out = self where it is positive or NaN, 0 elsewhere.
#ifndef OPENACLNN_OPS_RELU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_RELU_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::relu {

using namespace openaclnn::device;

template <typename T>
struct Relu {
  using Lane = T;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Relu>& tile) {
    AscendC::Relu(tile.out[0], tile.in[0], tile.n);
  }
};

}  // namespace openaclnn::relu

#endif  // OPENACLNN_OPS_RELU_DEVICE_KERNEL_H_
