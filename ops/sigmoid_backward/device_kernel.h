// gradInput = gradOutput output (1 - output).
#ifndef OPENACLNN_OPS_SIGMOID_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SIGMOID_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/quadratic.h"

namespace openaclnn::sigmoid_backward {

using namespace openaclnn::device;

// y (1 - y).
struct Derivative {
  static __aicore__ inline void Evaluate(const Floats& dst, const Floats& y, int32_t n) {
    Muls(dst, y, -1.0f, n);
    Adds(dst, dst, 1.0f, n);
    Mul(dst, dst, y, n);
  }
};
using SigmoidBackward = QuadraticGradient<Derivative>;

OPENACLNN_ELEMENTWISE_ENTRY(sigmoid_backward, 3, SigmoidBackward)

}  // namespace openaclnn::sigmoid_backward

#endif  // OPENACLNN_OPS_SIGMOID_BACKWARD_DEVICE_KERNEL_H_
