// out = self / other.
#ifndef OPENACLNN_OPS_DIV_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_DIV_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::div {

using namespace openaclnn::device;

struct DivTensors {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<DivTensors>& tile) {
    Div(tile.out[0], tile.in[0], tile.in[1], tile.n);
  }
};

// Numbers: other.
struct DivNumber {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 1;
  static __aicore__ inline void Compute(const Tile<DivNumber>& tile) {
    Duplicate(tile.buffer[0], tile.numbers[0], tile.n);
    Div(tile.out[0], tile.in[0], tile.buffer[0], tile.n);
  }
};

}  // namespace openaclnn::div

#endif  // OPENACLNN_OPS_DIV_DEVICE_KERNEL_H_
