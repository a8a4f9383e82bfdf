// out = other * gelu(activated), outGelu = gelu(activated): the product is taken before gelu is
// rounded to the type of the tensors.
#ifndef OPENACLNN_OPS_GEGLU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_GEGLU_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/gelu/device.h"

namespace openaclnn::geglu {

using namespace openaclnn::device;

template <class Form>
struct Forward {
  static constexpr int kInputs = 2, kOutputs = 2, kBuffers = GeluFactors<Form>::kBuffers;
  static __aicore__ inline void Compute(const Tile<Forward>& tile) {
    const Floats &x = tile.in[0], &other = tile.in[1], &out = tile.out[0], &out_gelu = tile.out[1];
    const int32_t n = tile.n;
    const GeluFactors<Form> gelu(x, tile.buffer, n);
    Mul(out, other, gelu.below, n);
    Mul(out, out, gelu.t, n);
    Mul(out, out, gelu.tail, n);
    Mul(other, other, gelu.above, n);
    Mul(other, other, x, n);
    Mul(gelu.below, gelu.below, gelu.t, n);
    Mul(gelu.below, gelu.below, gelu.tail, n);
    Mul(gelu.above, gelu.above, x, n);
    Merge(out, gelu.mask, out, other, n);
    Merge(out_gelu, gelu.mask, gelu.below, gelu.above, n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(geglu_erf, 4, Forward<Erf>)
OPENACLNN_ELEMENTWISE_ENTRY(geglu_tanh, 4, Forward<Tanh>)

}  // namespace openaclnn::geglu

#endif  // OPENACLNN_OPS_GEGLU_DEVICE_KERNEL_H_
