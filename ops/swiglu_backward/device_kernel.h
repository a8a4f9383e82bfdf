// The gradients of both halves: yGrad * other * silu'(activated), and yGrad * silu(activated).
#ifndef OPENACLNN_OPS_SWIGLU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SWIGLU_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/silu/device.h"

namespace openaclnn::swiglu_backward {

using namespace openaclnn::device;

struct Gradient {
  static constexpr int kInputs = 3, kOutputs = 2, kBuffers = SiluDerivative::kBuffers;
  static __aicore__ inline void Compute(const Tile<Gradient>& tile) {
    const Floats &gradient = tile.in[0], &x = tile.in[1], &other = tile.in[2];
    const int32_t n = tile.n;
    SiluDerivative derivative(tile.buffer);
    // Below -290 even the product with the two largest float32 numbers is 0.
    derivative.Compute(x, 290.0f, 0.25f, n);
    const Floats &value = derivative.value, &tail = derivative.tail, &mask = derivative.mask;
    const Floats &above = derivative.a, &positive = derivative.b, &kept = derivative.c,
                 &one = derivative.d;
    Muls(kept, gradient, 1.0f, n);

    // gradient * other may overflow, or underflow, where the result does not. So the smaller one is
    // taken as a factor of at least 1 and one of at most 1.
    const Floats &larger = gradient, &below = other;
    SortByMagnitude(gradient, other, above, positive, n);
    Duplicate(one, 1.0f, n);
    Abs(above, other, n);
    Max(above, above, one, n);
    Min(below, other, one, n);
    Duplicate(one, -1.0f, n);
    Max(below, below, one, n);

    // Where x >= 0: 1 - g(-t). Elsewhere g(-t), one factor at a time.
    Muls(positive, value, -1.0f, n);
    Adds(positive, positive, 1.0f, n);
    Mul(value, value, larger, n);
    Mul(larger, larger, below, n);
    Mul(positive, positive, larger, n);
    Mul(positive, positive, above, n);
    Mul(tail, tail, tail, n);
    Mul(value, value, tail, n);
    Mul(above, above, tail, n);
    Mul(value, value, above, n);
    Mul(value, value, below, n);
    NegativeMask(mask, x, n);
    Merge(tile.out[0], mask, value, positive, n);

    SiluProduct(tile.out[1], x, kept, derivative.e, tail, mask, one, n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(swiglu_backward, 5, Gradient)

}  // namespace openaclnn::swiglu_backward

#endif  // OPENACLNN_OPS_SWIGLU_BACKWARD_DEVICE_KERNEL_H_
