// The error function on tiles of float32.
#ifndef OPENACLNN_OPS_MATH_ERF_DEVICE_H_
#define OPENACLNN_OPS_MATH_ERF_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::device {

// x + x P(x^2) where |x| < 1, elsewhere 1 - e^(-t^2) Q(1 / (1 + t / 2)) for t = |x|, with the sign
// of x.
struct ErfForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 6;
  // P on [0, 1], relative error of the sum 2^-30.0; Q on [1/3, 2/3], 2^-25.1 (both minimax).
  static constexpr float kSeries[] = {0x1.06eba8p-3f,  -0x1.812740p-2f, 0x1.ce2d74p-4f,
                                      -0x1.b8044cp-6f, 0x1.5482ccp-8f,  -0x1.a9955cp-11f,
                                      0x1.699592p-14f, -0x1.224a88p-19f};
  static constexpr float kTail[] = {0x1.1950a6p-11f, 0x1.1919f8p-2f, 0x1.4df256p-2f,
                                    0x1.d48b2ap-4f,  0x1.88c4fcp-2f, -0x1.4e714ap-5f,
                                    -0x1.e3ff4ep-5f};
  static constexpr float kSeriesTo = 1.0f, kLimit = 4.0f;  // from there on it is 1

  static __aicore__ inline void Compute(const Tile<ErfForward>& tile) {
    const int32_t n = tile.n;
    const Floats &x = tile.in[0], &out = tile.out[0], &t = tile.buffer[0], &a = tile.buffer[1],
                 &b = tile.buffer[2];
    const Floats &square = tile.buffer[3], &cube = tile.buffer[4], &mask = tile.buffer[5];
    Abs(t, x, n);
    Duplicate(a, kLimit, n);
    Min(t, t, a, n);
    Muls(b, t, 0.5f, n);
    Adds(b, b, 1.0f, n);
    Duplicate(a, 1.0f, n);
    Div(a, a, b, n);
    Polynomial(out, a, kTail, square, cube, n);
    BelowMask(mask, t, kSeriesTo, n);
    Mul(t, t, t, n);
    Muls(a, t, -1.0f, n);
    Exp(a, a, n);
    Mul(out, out, a, n);
    Muls(out, out, -1.0f, n);
    Adds(out, out, 1.0f, n);
    Muls(a, out, -1.0f, n);
    NegativeMask(b, x, n);
    Merge(out, b, a, out, n);

    PolynomialTimes(b, x, t, kSeries, square, cube, n);
    Add(b, b, x, n);
    Merge(out, mask, b, out, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_ERF_DEVICE_H_
