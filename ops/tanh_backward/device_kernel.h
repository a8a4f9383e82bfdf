// gradInput = gradOutput (1 - output^2).
#ifndef OPENACLNN_OPS_TANH_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_TANH_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/quadratic.h"

namespace openaclnn::tanh_backward {

using namespace openaclnn::device;

// (1 - t) (1 + t) for t = |y|.
struct Derivative {
  static __aicore__ inline void Evaluate(const Floats& dst, const Floats& y, int32_t n) {
    Abs(y, y, n);
    Muls(dst, y, -1.0f, n);
    Adds(dst, dst, 1.0f, n);
    Adds(y, y, 1.0f, n);
    Mul(dst, dst, y, n);
  }
};
using TanhBackward = QuadraticGradient<Derivative>;

OPENACLNN_ELEMENTWISE_ENTRY(tanh_backward, 3, TanhBackward)

}  // namespace openaclnn::tanh_backward

#endif  // OPENACLNN_OPS_TANH_BACKWARD_DEVICE_KERNEL_H_
