// out = -self.
#ifndef OPENACLNN_OPS_NEG_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_NEG_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::neg {

using namespace openaclnn::device;

struct Neg {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Neg>& tile) {
    Muls(tile.out[0], tile.in[0], -1.0f, tile.n);
  }
};

// The same of int32, which wraps.
struct NegIntegers {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<NegIntegers>& tile) {
    Muls(tile.out[0].ReinterpretCast<int32_t>(), tile.in[0].ReinterpretCast<int32_t>(), -1, tile.n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(neg_entry, 2, Neg)
OPENACLNN_ELEMENTWISE_ENTRY(neg_integers, 2, NegIntegers)

}  // namespace openaclnn::neg

#endif  // OPENACLNN_OPS_NEG_DEVICE_KERNEL_H_
