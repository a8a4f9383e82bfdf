// out = the magnitude of self.
#ifndef OPENACLNN_OPS_ABS_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ABS_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::abs {

using namespace openaclnn::device;

struct Abs {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Abs>& tile) {
    AscendC::Abs(tile.out[0], tile.in[0], tile.n);
  }
};

// The same of int32, which wraps.
struct AbsIntegers {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<AbsIntegers>& tile) {
    const LocalTensor<int32_t> self = tile.in[0].ReinterpretCast<int32_t>(),
                               out = tile.out[0].ReinterpretCast<int32_t>();
    Muls(out, self, -1, tile.n);
    Max(out, out, self, tile.n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(abs_entry, 2, Abs)
OPENACLNN_ELEMENTWISE_ENTRY(abs_integers, 2, AbsIntegers)

}  // namespace openaclnn::abs

#endif  // OPENACLNN_OPS_ABS_DEVICE_KERNEL_H_
