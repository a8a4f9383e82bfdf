// The bits of the call's number, whatever stood there.
#ifndef OPENACLNN_OPS_DEVICE_FILL_KERNEL_H_
#define OPENACLNN_OPS_DEVICE_FILL_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::device {

template <class T>
struct Filling {
  using Lane = T;
  static constexpr int kInputs = 0, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Filling>& tile) {
    Duplicate(tile.out[0], static_cast<T>(tile.integers[0]), tile.n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_FILL_KERNEL_H_
