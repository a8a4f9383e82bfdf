// The sigmoid function and its gradient on tiles of float32.
#ifndef OPENACLNN_OPS_MATH_SIGMOID_DEVICE_H_
#define OPENACLNN_OPS_MATH_SIGMOID_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/quadratic.h"

namespace openaclnn::device {

// e / (1 + e) for negative x, 1 / (1 + e) for others, e = e^-|x|.
struct SigmoidForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 2;
  static constexpr float kLimit = -104.0f;  // from there on e is 0

  static __aicore__ inline void Compute(const Tile<SigmoidForward>& tile) {
    const int32_t n = tile.n;
    const Floats &x = tile.in[0], &out = tile.out[0], &e = tile.buffer[0], &a = tile.buffer[1];
    Abs(e, x, n);
    Muls(e, e, -1.0f, n);
    Duplicate(a, kLimit, n);
    Max(e, e, a, n);
    Exp(e, e, n);
    Duplicate(a, 1.0f, n);
    Add(out, e, a, n);
    NegativeMask(x, x, n);
    Merge(a, x, e, a, n);
    Div(out, a, out, n);
  }
};

// y (1 - y).
struct SigmoidDerivativeOfResult {
  static __aicore__ inline void Evaluate(const Floats& dst, const Floats& y, int32_t n) {
    Muls(dst, y, -1.0f, n);
    Adds(dst, dst, 1.0f, n);
    Mul(dst, dst, y, n);
  }
};
using SigmoidGradient = QuadraticGradient<SigmoidDerivativeOfResult>;

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_SIGMOID_DEVICE_H_
