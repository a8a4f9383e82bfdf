// gradInput = gradOutput scale where x > 0; elsewhere gradOutput alpha scale inputScale
// e^(inputScale x), or of the result y gradOutput inputScale (y + alpha scale). Numbers: alpha,
// scale, inputScale.
#ifndef OPENACLNN_OPS_ELU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ELU_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"

namespace openaclnn::elu_backward {

using namespace openaclnn::device;

// With t + lost = inputScale x and w = e^((t + lost) / 2): g w (slope w). The root keeps its digits
// where e^t is subnormal, which a great gradient can make up for.
struct EluBackward {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 5;
  static constexpr float kLimit = 100.0f;  // of |t| / 2, beyond which only infinite inputs matter
  static constexpr float kTiny = 0x1p-60f;

  static __aicore__ inline void Compute(const Tile<EluBackward>& tile) {
    const int32_t n = tile.n;
    const Floats &g = tile.in[0], &x = tile.in[1], &out = tile.out[0], &t = tile.buffer[0],
                 &lost = tile.buffer[1];
    const Floats &w = tile.buffer[2], &a = tile.buffer[3], &b = tile.buffer[4];
    const float alpha = tile.numbers[0], scale = tile.numbers[1], input_scale = tile.numbers[2];
    TimesNumber(t, lost, x, input_scale, a, b, n);
    Muls(t, t, 0.5f, n);
    Abs(a, t, n);
    BelowMask(a, a, kLimit, n);
    AndBits(lost, lost, a, n);
    Muls(lost, lost, 0.5f, n);
    Duplicate(a, kLimit, n);
    Min(w, t, a, n);
    Duplicate(a, -kLimit, n);
    Max(w, w, a, n);
    NotInfiniteMask(a, x, b, n);
    Merge(w, a, w, t, n);
    Exp(w, w, n);
    Mul(lost, lost, w, n);
    FiniteMask(a, lost, n);
    AndBits(lost, lost, a, n);
    Add(w, w, lost, n);
    // A tiny gradient is lifted, so that its product with w is not subnormal.
    Abs(t, g, n);
    BelowMask(t, t, kTiny, n);
    Muls(a, g, 1 / kTiny, n);
    Merge(out, t, a, g, n);
    Mul(out, out, w, n);
    Muls(w, w, alpha * scale * input_scale, n);
    Mul(out, out, w, n);
    Muls(a, out, kTiny, n);
    Merge(out, t, a, out, n);
    NotPositiveMask(a, x, b, n);
    Muls(b, g, scale, n);
    Merge(out, a, out, b, n);
  }
};

struct EluBackwardFromResult {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 4;

  static __aicore__ inline void Compute(const Tile<EluBackwardFromResult>& tile) {
    const int32_t n = tile.n;
    const Floats &g = tile.in[0], &y = tile.in[1], &out = tile.out[0], &sum = tile.buffer[0],
                 &lost = tile.buffer[1];
    const Floats &a = tile.buffer[2], &b = tile.buffer[3];
    const float scale = tile.numbers[1], input_scale = tile.numbers[2];
    float factor_low;
    const float factor = Product(tile.numbers[0], scale, factor_low);
    // y + factor = sum + lost (Knuth's sum of two numbers).
    Adds(sum, y, factor, n);
    Sub(a, sum, y, n);
    Sub(b, sum, a, n);
    Sub(lost, y, b, n);
    Muls(a, a, -1.0f, n);
    Adds(a, a, factor, n);
    Add(lost, lost, a, n);
    Adds(lost, lost, factor_low, n);
    FiniteMask(a, sum, n);
    AndBits(lost, lost, a, n);
    Add(sum, sum, lost, n);
    Muls(sum, sum, input_scale, n);
    Mul(out, g, sum, n);
    NotPositiveMask(a, y, b, n);
    Muls(b, g, scale, n);
    Merge(out, a, out, b, n);
  }

 private:
  static __aicore__ inline float UpperDigitsOf(float number) {
    float upper;
    const uint32_t bits = BitsOf(number) & 0xfffff000u;
    __builtin_memcpy(&upper, &bits, sizeof(upper));
    return upper;
  }
  // The product a b, and what it loses (Dekker 1971).
  static __aicore__ inline float Product(float a, float b, float& lost) {
    const float product = a * b, a_high = UpperDigitsOf(a), b_high = UpperDigitsOf(b);
    const float a_low = a - a_high, b_low = b - b_high;
    lost = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return product;
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(elu_backward, 3, EluBackward)
OPENACLNN_ELEMENTWISE_ENTRY(elu_backward_from_result, 3, EluBackwardFromResult)

}  // namespace openaclnn::elu_backward

#endif  // OPENACLNN_OPS_ELU_BACKWARD_DEVICE_KERNEL_H_
