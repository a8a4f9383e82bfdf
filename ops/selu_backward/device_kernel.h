// gradInput = gradOutput * selu', from the result of selu.
#ifndef OPENACLNN_OPS_SELU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SELU_BACKWARD_DEVICE_KERNEL_H_

#include <type_traits>

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"
#include "ops/device/fixed.h"

namespace openaclnn::selu_backward {

using namespace openaclnn::device;

// gradient lambda where y > 0, gradient (y + lambda alpha) elsewhere.
struct Gradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 3 + ExactProduct::kBuffers;
  static constexpr float kLambdaHigh = 0x1.0cfabep+0f, kLambdaLow = -0x1.2adddap-25f;
  static constexpr float kLambdaAlphaHigh = 0x1.c212ccp+0f, kLambdaAlphaLow = 0x1.903c0cp-26f;

  static __aicore__ inline void Compute(const Tile<Gradient>& tile) {
    const int32_t n = tile.n;
    const Floats &gradient = tile.in[0], &y = tile.in[1], &high = tile.buffer[0], &low = tile.buffer[1], &mask = tile.buffer[2];
    const Floats &a = tile.buffer[3], &b = tile.buffer[4];
    // y + lambda alpha = high + low (Knuth's exact sum)
    Adds(high, y, kLambdaAlphaHigh, n);
    Sub(a, high, y, n);
    Sub(low, high, a, n);
    Sub(low, y, low, n);
    Muls(a, a, -1.0f, n);
    Adds(a, a, kLambdaAlphaHigh, n);
    Add(low, low, a, n);
    Adds(low, low, kLambdaAlphaLow, n);
    FiniteMask(a, high, n);
    AndBits(low, low, a, n);
    // What is left at y = -lambda alpha is all in the lower part: an infinite gradient must not meet a zero.
    Add(a, high, low, n);
    Sub(high, a, high, n);
    Sub(low, low, high, n);
    Muls(high, a, 1.0f, n);

    AboveMask(mask, y, 0.0f, n);
    Duplicate(a, kLambdaHigh, n);
    Merge(high, mask, a, high, n);
    Duplicate(b, kLambdaLow, n);
    Merge(low, mask, low, b, n);  // Merge left the mask inverted
    ExactProduct product(&tile.buffer[3]);
    product.Multiply(gradient, high, low, nullptr, n);
    product.Round(tile.out[0], n);
  }
};

// The same in 32-bit integers, rounded to nearest and saturated. The derivative has the sign of y + 1.5, and its magnitude is an integer
// plus one of three fractions:
//   y > 0    lambda             1 + (lambda - 1)
//   y = 0    lambda alpha       1 + (lambda alpha - 1)
//   y = -1   lambda alpha - 1   0 + (lambda alpha - 1)
//   y < -1   -(y + lambda alpha)  -(y + 2) + (2 - lambda alpha)
// so that the result is the product of two integers plus a rounded one, with a sign.
struct IntegerGradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 21;
  static constexpr float kPositive[kConstantParts] = {0x1.9f4p-5f, 0x1.7acp-17f, 0x1.522p-29f, 0x1.322p-44f, 0x1.bfp-57f};
  static constexpr float kMiddle[kConstantParts] = {0x1.842p-1f, 0x1.662p-15f, 0x1.206p-27f, 0x1.818p-39f, 0x1.104p-52f};
  static constexpr float kNegative[kConstantParts] = {0x1.ef6p-3f, 0x1.338p-16f, 0x1.bfp-28f, 0x1.f9cp-41f, 0x1.df4p-53f};

  static __aicore__ inline void Compute(const Tile<IntegerGradient>& tile) {
    const int32_t n = tile.n;
    const auto integers = [&](int i) { return tile.buffer[i].template ReinterpretCast<int32_t>(); };
    const Integers g = tile.in[0].template ReinterpretCast<int32_t>(), y = tile.in[1].template ReinterpretCast<int32_t>();
    const Integers out = tile.out[0].template ReinterpretCast<int32_t>();
    const Integers positive = integers(0), negative = integers(1), sign = integers(2), scratch = integers(3);
    const Integers g_piece[kPieces] = {integers(4), integers(5), integers(6)}, m_piece[kPieces] = {integers(7), integers(8), integers(9)};
    const FixedSum sum = {integers(10), integers(11)};
    const Floats &a = tile.buffer[12], &b = tile.buffer[13], &saturated = tile.buffer[14];
    const Floats &positives = tile.buffer[15], &negatives = tile.buffer[16], &constant = tile.buffer[17];
    const Integers middle = integers(18), low = integers(19), high = integers(20);
    const Floats integer_scratch = tile.buffer[3];

    // -1 where y > 0, and where y < -1.
    Duplicate(scratch, -1, n);
    Max(positive, y, scratch, n);
    Muls(positive, positive, -1, n);
    ShiftRight(positive, positive, 31, n);
    Duplicate(scratch, 0, n);
    Min(y, y, scratch, n);
    Adds(y, y, 1, n);
    ShiftRight(negative, y, 31, n);
    // The integer part of the derivative's magnitude, into y; and what is surely too large.
    Muls(sign, negative, 2, n);
    Adds(sign, sign, 1, n);
    Mul(y, y, sign, n);
    Add(y, y, negative, n);
    Cast(a, g, RoundMode::CAST_RINT, n);
    Abs(a, a, n);
    Cast(b, y, RoundMode::CAST_RINT, n);
    Mul(a, a, b, n);
    AboveMask(saturated, a, 0x1p32f, n);
    // Sign and magnitude of the gradient.
    ShiftRight(scratch, g, 31, n);
    Muls(scratch, scratch, 2, n);
    Adds(scratch, scratch, 1, n);
    Mul(g, g, scratch, n);
    Mul(sign, sign, scratch, n);

    // The integers' product, in units of 2^20 and what is below. What does not fit is saturated.
    TakeApart(g_piece, g, n);
    TakeApart(m_piece, y, n);
    Mul(middle, g_piece[2], m_piece[1], n);
    Mul(scratch, g_piece[1], m_piece[2], n);
    Add(middle, middle, scratch, n);
    Mul(low, g_piece[2], m_piece[2], n);
    Mul(high, g_piece[2], m_piece[0], n);
    Mul(scratch, g_piece[1], m_piece[1], n);
    Add(high, high, scratch, n);
    Mul(scratch, g_piece[0], m_piece[2], n);
    Add(high, high, scratch, n);
    Mul(scratch, g_piece[1], m_piece[0], n);
    Mul(out, g_piece[0], m_piece[1], n);
    Add(scratch, scratch, out, n);
    ShiftLeft(scratch, scratch, 10, n);
    Add(high, high, scratch, n);
    Carry(high, middle, 10, scratch, n);
    ShiftLeft(middle, middle, 10, n);
    Add(low, low, middle, n);

    // The fraction's part.
    Cast(positives, positive, RoundMode::CAST_RINT, n);
    Cast(negatives, negative, RoundMode::CAST_RINT, n);
    for (int i = 0; i < kPieces; ++i) Cast(m_piece[i].ReinterpretCast<float>(), g_piece[i], RoundMode::CAST_RINT, n);
    sum.Clear(n);
    for (int k = 0; k < kConstantParts; ++k) {
      // Exact: the three numbers have 12 digits each, at nearly the same place.
      Muls(constant, positives, kMiddle[k] - kPositive[k], n);
      Muls(a, negatives, kMiddle[k] - kNegative[k], n);
      Add(constant, constant, a, n);
      Adds(constant, constant, kMiddle[k], n);
      for (int i = 0; i < kPieces; ++i) {
        if (k >= kPartsForPiece[i]) continue;
        Mul(a, m_piece[i].ReinterpretCast<float>(), constant, n);
        Muls(a, a, kPieceUnits[i], n);
        sum.Add(a, b, scratch, n);
      }
    }
    sum.Round(n);
    Carry(high, sum.whole, 20, scratch, n);
    Add(low, low, sum.whole, n);
    Carry(high, low, 20, scratch, n);

    // 2^31 is 2048 units of 2^20.
    Muls(scratch, high, -1, n);
    Adds(scratch, scratch, 2047, n);
    NegativeMask(integer_scratch, integer_scratch, n);
    OrBits(saturated, saturated, integer_scratch, n);
    ShiftLeft(high, high, 20, n);
    Add(high, high, low, n);
    Duplicate(scratch, 0x7fffffff, n);
    Muls(a.template ReinterpretCast<int32_t>(), saturated.template ReinterpretCast<int32_t>(), 1, n);
    Merge(tile.out[0], a, integer_scratch, high.template ReinterpretCast<float>(), n);
    // With its sign; saturated and negative is one less.
    Mul(out, out, sign, n);
    ShiftRight(sign, sign, 31, n);
    AndBits(saturated, saturated, sign.template ReinterpretCast<float>(), n);
    Add(out, out, saturated.template ReinterpretCast<int32_t>(), n);
  }

 private:
  // Moves what `low` has above so many bits to `high`.
  static __aicore__ inline void Carry(const Integers& high, const Integers& low, int32_t bits, const Integers& scratch, int32_t n) {
    ShiftRight(scratch, low, bits, n);
    Add(high, high, scratch, n);
    ShiftLeft(scratch, scratch, bits, n);
    Sub(low, low, scratch, n);
  }
};

template <typename T>
using Operation = std::conditional_t<std::is_same_v<T, int32_t>, IntegerGradient, Gradient>;

template <typename T>
__global__ __aicore__ void selu_backward(GM_ADDR gradOutput, GM_ADDR result, GM_ADDR gradInput, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  GM_ADDR tensors[] = {gradOutput, result, gradInput};
  ElementwiseKernel<Operation<T>, T>().Run(tensors, data);
}

}  // namespace openaclnn::selu_backward

#endif  // OPENACLNN_OPS_SELU_BACKWARD_DEVICE_KERNEL_H_
