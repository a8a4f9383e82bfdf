// out = self * self.
#ifndef OPENACLNN_OPS_SQUARE_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SQUARE_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::square {

using namespace openaclnn::device;

struct Square {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Square>& tile) {
    Mul(tile.out[0], tile.in[0], tile.in[0], tile.n);
  }
};

// The same of int32, which wraps.
struct SquareIntegers {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<SquareIntegers>& tile) {
    const LocalTensor<int32_t> self = tile.in[0].ReinterpretCast<int32_t>();
    Mul(tile.out[0].ReinterpretCast<int32_t>(), self, self, tile.n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(square_entry, 2, Square)
OPENACLNN_ELEMENTWISE_ENTRY(square_integers, 2, SquareIntegers)

}  // namespace openaclnn::square

#endif  // OPENACLNN_OPS_SQUARE_DEVICE_KERNEL_H_
