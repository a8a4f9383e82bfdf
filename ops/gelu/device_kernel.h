// y = gelu(x), for both forms of GELU.
#ifndef OPENACLNN_OPS_GELU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_GELU_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/gelu.h"

namespace openaclnn::gelu {

using namespace openaclnn::device;

template <class Form>
struct Forward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 1 + Form::kBuffers;
  static __aicore__ inline void Compute(const Tile<Forward>& tile) {
    const Floats &x = tile.in[0], &y = tile.out[0], &minus_gelu = tile.buffer[0];
    Form::MinusGelu(minus_gelu, y, x, &tile.buffer[1], tile.n);
    Duplicate(y, -0.0f, tile.n);
    Max(y, x, y, tile.n);
    Sub(y, y, minus_gelu, tile.n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(gelu_erf, 2, Forward<Erf>)
OPENACLNN_ELEMENTWISE_ENTRY(gelu_tanh, 2, Forward<Tanh>)

}  // namespace openaclnn::gelu

#endif  // OPENACLNN_OPS_GELU_DEVICE_KERNEL_H_
