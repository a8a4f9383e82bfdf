// Numbers kept between bounds, the numbers of the call or elements of tensors.
#ifndef OPENACLNN_OPS_CLAMP_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_CLAMP_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/device/extreme.h"

namespace openaclnn::clamp {

using namespace openaclnn::device;

template <class T>
struct Clamp {
  using Lane = T;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 1;
  static __aicore__ inline void Compute(const Tile<Clamp>& tile) {
    // The Atlas training series has neither Maxs nor Mins.
    const LocalTensor<T>& bound = tile.buffer[0];
    Duplicate(bound, tile.Number(0), tile.n);
    Max(tile.out[0], tile.in[0], bound, tile.n);
    Duplicate(bound, tile.Number(1), tile.n);
    Min(tile.out[0], tile.out[0], bound, tile.n);
  }
};

template <class T>
struct Between {
  using Lane = T;
  static constexpr int kInputs = 3, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Between>& tile) {
    Max(tile.out[0], tile.in[0], tile.in[1], tile.n);
    Min(tile.out[0], tile.out[0], tile.in[2], tile.n);
  }
};

}  // namespace openaclnn::clamp

#endif  // OPENACLNN_OPS_CLAMP_DEVICE_KERNEL_H_
