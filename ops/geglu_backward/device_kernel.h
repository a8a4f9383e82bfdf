// The gradients of both halves: gradOutput * other * gelu'(activated), and gradOutput * gelu with
// the gelu that was passed in.
#ifndef OPENACLNN_OPS_GEGLU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_GEGLU_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/gelu/device.h"

namespace openaclnn::geglu_backward {

using namespace openaclnn::device;

template <class Form>
struct Gradient {
  static constexpr int kInputs = 4, kOutputs = 2, kBuffers = 3 + Form::kBuffers;
  static __aicore__ inline void Compute(const Tile<Gradient>& tile) {
    const Floats &gradient = tile.in[0], &x = tile.in[1], &other = tile.in[2], &gelu = tile.in[3];
    const Floats &d = tile.buffer[0], &e = tile.buffer[1], &tail = tile.buffer[2],
                 &a = tile.buffer[3], &b = tile.buffer[4];
    const int32_t n = tile.n;
    Mul(tile.out[1], gradient, gelu, n);
    Form::Parts(d, e, tail, x, &tile.buffer[3], n);
    ZeroWhereInfinite(d, x, a, b, n);

    // gradient * other may overflow, or underflow, where the result does not. So their magnitudes
    // are taken apart: the larger one, and the smaller one as a factor above 1 and one below, with
    // the sign.
    const Floats &above = other, &below = gradient, &larger = gelu;
    Duplicate(a, -0.0f, n);
    AndBits(b, gradient, a, n);
    AndBits(a, other, a, n);
    Abs(gradient, gradient, n);
    Abs(other, other, n);
    Max(larger, gradient, other, n);
    Min(below, gradient, other, n);
    Duplicate(tile.out[0], 1.0f, n);
    Max(above, below, tile.out[0], n);
    Min(below, below, tile.out[0], n);
    OrBits(a, a, tile.out[0], n);
    OrBits(b, b, tile.out[0], n);
    Mul(below, below, a, n);
    Mul(below, below, b, n);

    // Where x >= 0: 1 - g(-t). Elsewhere g(-t), one factor at a time.
    const Floats &positive = a, &mask = b;
    Mul(d, d, e, n);
    Form::Complement(positive, d, e, n);
    Mul(mask, larger, below, n);
    Mul(positive, positive, mask, n);
    Mul(positive, positive, above, n);
    Mul(d, d, larger, n);
    Mul(d, d, tail, n);
    Mul(above, above, tail, n);
    Mul(d, d, above, n);
    Mul(d, d, below, n);
    Muls(d, d, -1.0f, n);
    NegativeMask(mask, x, n);
    Merge(tile.out[0], mask, d, positive, n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(geglu_backward_erf, 6, Gradient<ErfDerivative>)
OPENACLNN_ELEMENTWISE_ENTRY(geglu_backward_tanh, 6, Gradient<WideTanhDerivative>)

}  // namespace openaclnn::geglu_backward

#endif  // OPENACLNN_OPS_GEGLU_BACKWARD_DEVICE_KERNEL_H_
