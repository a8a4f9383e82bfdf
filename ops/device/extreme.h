// Device kernels of the greater and the smaller of two elements.
#ifndef OPENACLNN_OPS_DEVICE_EXTREME_H_
#define OPENACLNN_OPS_DEVICE_EXTREME_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::device {

template <class T, bool kGreater>
struct Extreme {
  using Lane = T;
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Extreme>& tile) {
    if constexpr (kGreater) {
      Max(tile.out[0], tile.in[0], tile.in[1], tile.n);
    } else {
      Min(tile.out[0], tile.in[0], tile.in[1], tile.n);
    }
  }
};
template <class T>
using Greater = Extreme<T, true>;
template <class T>
using Smaller = Extreme<T, false>;

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_EXTREME_H_
