// gradInput = gradOutput * gelu'(self), for both forms of GELU.
#ifndef OPENACLNN_OPS_GELU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_GELU_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/gelu.h"

namespace openaclnn::gelu_backward {

using namespace openaclnn::device;

template <class Form>
struct Gradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 2 + Form::kBuffers;
  static __aicore__ inline void Compute(const Tile<Gradient>& tile) {
    const Floats &gradient = tile.in[0], &x = tile.in[1];
    const Floats &d = tile.buffer[0], &e = tile.buffer[1];
    const Floats& tail = tile.out[0];  // until the result is written
    const int32_t n = tile.n;
    Form::Parts(d, e, tail, x, &tile.buffer[2], n);
    // Where x >= 0: gradient (1 - g(-t)). Elsewhere gradient g(-t), one factor at a time.
    const Floats &positive = tile.buffer[2], &mask = tile.buffer[3];
    ZeroWhereInfinite(d, x, mask, positive, n);
    Mul(d, d, e, n);
    Form::Complement(positive, d, e, n);
    Mul(positive, positive, gradient, n);
    Mul(d, d, gradient, n);
    Form::ApplyRest(d, e, tail, n);
    Muls(d, d, -1.0f, n);
    NegativeMask(mask, x, n);
    Merge(tile.out[0], mask, d, positive, n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(gelu_backward_erf, 3, Gradient<ErfDerivative>)
OPENACLNN_ELEMENTWISE_ENTRY(gelu_backward_tanh, 3, Gradient<TanhDerivative>)

}  // namespace openaclnn::gelu_backward

#endif  // OPENACLNN_OPS_GELU_BACKWARD_DEVICE_KERNEL_H_
