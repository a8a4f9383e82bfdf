// out = gradOutput / 6 where -3 < self < 3, 0 elsewhere.
#ifndef OPENACLNN_OPS_HARDSIGMOID_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_HARDSIGMOID_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::hardsigmoid_backward {

using namespace openaclnn::device;

struct HardsigmoidBackward {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<HardsigmoidBackward>& tile) {
    const Floats &gradient = tile.in[0], &x = tile.in[1], &out = tile.out[0];
    const LocalTensor<int32_t> bits = x.ReinterpretCast<int32_t>();
    Duplicate(out, 6.0f, tile.n);
    Div(out, gradient, out, tile.n);
    // The bits of magnitudes below 3 are less than 3's, those of NaN are not.
    Abs(x, x, tile.n);
    Adds(bits, bits, -static_cast<int32_t>(BitsOf(3.0f)), tile.n);
    NegativeMask(x, x, tile.n);
    AndBits(out, out, x, tile.n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(hardsigmoid_backward_entry, 3, HardsigmoidBackward)

}  // namespace openaclnn::hardsigmoid_backward

#endif  // OPENACLNN_OPS_HARDSIGMOID_BACKWARD_DEVICE_KERNEL_H_
