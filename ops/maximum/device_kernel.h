// The greater or the smaller of two elements.
#ifndef OPENACLNN_OPS_MAXIMUM_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_MAXIMUM_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::maximum {

using namespace openaclnn::device;

template <class T, bool kGreater>
struct ExtremeOf {
  using Lane = T;
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<ExtremeOf>& tile) {
    if constexpr (kGreater) {
      Max(tile.out[0], tile.in[0], tile.in[1], tile.n);
    } else {
      Min(tile.out[0], tile.in[0], tile.in[1], tile.n);
    }
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(maximum, 3, ExtremeOf<float, true>)
OPENACLNN_ELEMENTWISE_ENTRY(minimum, 3, ExtremeOf<float, false>)
OPENACLNN_ELEMENTWISE_ENTRY(maximum_integers, 3, ExtremeOf<int32_t, true>)
OPENACLNN_ELEMENTWISE_ENTRY(minimum_integers, 3, ExtremeOf<int32_t, false>)

}  // namespace openaclnn::maximum

#endif  // OPENACLNN_OPS_MAXIMUM_DEVICE_KERNEL_H_
