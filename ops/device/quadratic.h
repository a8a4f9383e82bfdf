// Gradients that are a quadratic function of a result, on tiles of float32.
#ifndef OPENACLNN_OPS_DEVICE_QUADRATIC_H_
#define OPENACLNN_OPS_DEVICE_QUADRATIC_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::device {

// gradient f(y), where f(y) is about +-y^2 for large y. Quadratic::Evaluate(dst, y, n) computes f
// and may use up y. It gets y cut at +-2^60, so that f does not overflow; what was cut off is a
// factor of the product, for a tiny gradient may have a finite one.
template <class Quadratic>
struct QuadraticGradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 2;
  static constexpr float kCut = 0x1p60f;

  static __aicore__ inline void Compute(const Tile<QuadraticGradient>& tile) {
    const int32_t n = tile.n;
    const Floats &gradient = tile.in[0], &y = tile.in[1], &out = tile.out[0];
    const Floats &cut = tile.buffer[0], &value = tile.buffer[1];
    Duplicate(value, kCut, n);
    Min(cut, y, value, n);
    Abs(y, y, n);
    Max(y, y, value, n);
    Muls(y, y, 1 / kCut, n);
    Duplicate(value, -kCut, n);
    Max(cut, cut, value, n);
    Quadratic::Evaluate(value, cut, n);
    Mul(out, gradient, value, n);
    Mul(out, out, y, n);
    Mul(out, out, y, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_QUADRATIC_H_
