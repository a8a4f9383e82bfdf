// out = scale self where self > 0, alpha scale (e^(inputScale self) - 1) elsewhere. Numbers: alpha,
// scale, inputScale.
#ifndef OPENACLNN_OPS_ELU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ELU_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"

namespace openaclnn::elu {

using namespace openaclnn::device;

// With t + lost = inputScale x: e^t - 1, by a series where that cancels, and lost e^t. Of a t above
// 80 the rest is a factor of its own, which makes up for a factor that is small.
struct Elu {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 6;
  // (e^t - 1 - t) / t^2 for |t| <= 0.5, relative error of e^t - 1 2^-32.7 (minimax).
  static constexpr float kSeries[] = {0x1p-1f,        0x1.555556p-3f,  0x1.555554p-5f,
                                      0x1.110fc0p-7f, 0x1.6c1848p-10f, 0x1.a2ae34p-13f,
                                      0x1.a0532ep-16f};
  static constexpr float kSeriesTo = 0.5f, kLimit = 80.0f;

  static __aicore__ inline void Compute(const Tile<Elu>& tile) {
    const int32_t n = tile.n;
    const Floats &x = tile.in[0], &out = tile.out[0], &t = tile.buffer[0], &lost = tile.buffer[1];
    const Floats &power = tile.buffer[2], &square = tile.buffer[3], &a = tile.buffer[4],
                 &tail = tile.buffer[5];
    const float alpha = tile.numbers[0], scale = tile.numbers[1];
    TimesNumber(t, lost, x, tile.numbers[2], a, power, n);
    Adds(tail, t, -kLimit, n);
    Duplicate(a, 0.0f, n);
    Max(tail, tail, a, n);
    Exp(tail, tail, n);
    Duplicate(a, kLimit, n);
    Min(t, t, a, n);
    Exp(power, t, n);
    Mul(lost, lost, power, n);
    Adds(power, power, -1.0f, n);

    PolynomialTerms(out, t, kSeries, square, a, n);
    Mul(out, out, square, n);
    Axpy(out, square, kSeries[0], n);
    Add(out, out, t, n);
    Abs(a, t, n);
    BelowMask(a, a, kSeriesTo, n);
    Merge(out, a, out, power, n);

    Add(out, out, lost, n);
    Muls(out, out, alpha * scale, n);
    Mul(out, out, tail, n);
    NotPositiveMask(a, x, power, n);
    Muls(power, x, scale, n);
    Merge(out, a, out, power, n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(elu, 2, Elu)

}  // namespace openaclnn::elu

#endif  // OPENACLNN_OPS_ELU_DEVICE_KERNEL_H_
