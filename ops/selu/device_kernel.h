// out = selu(self).
#ifndef OPENACLNN_OPS_SELU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SELU_DEVICE_KERNEL_H_

#include <type_traits>

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"
#include "ops/device/fixed.h"

namespace openaclnn::selu {

using namespace openaclnn::device;

// lambda and lambda alpha, each as the sum of two numbers.
inline constexpr float kLambdaHigh = 0x1.0cfabep+0f, kLambdaLow = -0x1.2addda0p-25f;
inline constexpr float kLambdaAlphaHigh = 0x1.c212ccp+0f, kLambdaAlphaLow = 0x1.903c0cp-26f;

// lambda x where x > 0, lambda alpha (e^x - 1) elsewhere. Either is f (high + low) + rest.
template <typename In>
struct Selu {
  static constexpr bool kIntegers = std::is_same_v<In, int32_t>;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 5 + ExactProduct::kBuffers + (kIntegers ? 2 : 0);
  // (e^x - 1 - x - x^2 / 2) / x^3 for -0.7 <= x <= 0, relative error 2^-27.2 (minimax on [-1, 0]).
  static constexpr float kSeries[] = {0x1.555556p-3f, 0x1.55552ep-5f, 0x1.1109c4p-7f, 0x1.6b1bdcp-10f, 0x1.90a346p-13f, 0x1.2bc43ap-16f};
  static constexpr float kSeriesFrom = -0.7f;

  static __aicore__ inline void Compute(const Tile<Selu>& tile) {
    const int32_t n = tile.n;
    const Floats &f = tile.buffer[0], &rest = tile.buffer[1], &high = tile.buffer[2], &low = tile.buffer[3], &mask = tile.buffer[4];
    const Floats *buffer = &tile.buffer[5], &a = buffer[0], &b = buffer[1], &c = buffer[2], &d = buffer[3], &square = buffer[4];
    Floats x = tile.in[0], x_rest;
    if constexpr (kIntegers) {
      // Two numbers hold what one cannot: the nearest, and the difference.
      LocalTensor<int32_t> integers = tile.in[0].template ReinterpretCast<int32_t>(), part = a.ReinterpretCast<int32_t>();
      x = tile.buffer[10];
      x_rest = tile.buffer[11];
      Cast(x, integers, RoundMode::CAST_RINT, n);
      Cast(part, x, RoundMode::CAST_RINT, n);
      Sub(integers, integers, part, n);
      Cast(x_rest, integers, RoundMode::CAST_RINT, n);
    }
    Duplicate(a, 0.0f, n);
    Min(f, x, a, n);
    AboveMask(mask, x, 0.0f, n);

    // From e^x: a + b, the difference and its error.
    Exp(b, f, n);
    Adds(a, b, -1.0f, n);
    Adds(c, a, 1.0f, n);
    Sub(b, b, c, n);
    // From the series, where that would cancel: c + d, with x^2 / 2 as square + rest.
    Mul(square, f, f, n);
    UpperDigits(high, f, n);
    Sub(low, f, high, n);
    Mul(rest, high, high, n);
    Sub(rest, rest, square, n);
    Add(high, high, f, n);
    Mul(high, high, low, n);
    Add(rest, rest, high, n);
    Muls(rest, rest, 0.5f, n);
    Polynomial(d, f, kSeries, n);
    Mul(d, d, f, n);
    Mul(d, d, square, n);
    Add(d, d, rest, n);
    Muls(square, square, 0.5f, n);
    Add(c, f, square, n);
    Sub(high, c, f, n);
    Sub(high, square, high, n);
    Add(d, d, high, n);

    BelowMask(high, f, kSeriesFrom, n);
    Merge(f, high, a, c, n);
    Merge(rest, high, d, b, n);  // Merge left the mask inverted
    Muls(rest, rest, kLambdaAlphaHigh, n);

    Merge(f, mask, x, f, n);
    if constexpr (kIntegers) {
      Muls(x_rest, x_rest, kLambdaHigh, n);
      Merge(rest, mask, rest, x_rest, n);
      NotBits(mask, mask, n);
    } else {
      AndBits(rest, rest, mask, n);
    }
    MergeScalars(high, mask, kLambdaAlphaHigh, kLambdaHigh, a, n);
    MergeScalars(low, mask, kLambdaAlphaLow, kLambdaLow, a, n);
    ExactProduct product(buffer);
    product.Multiply(f, high, low, &rest, n);
    product.Round(tile.out[0], n);
  }
};

// The nearest integer, saturated; 0 for NaN.
template <typename In>
struct SeluToInteger {
  static constexpr bool kIntegers = std::is_same_v<In, int32_t>;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 11;
  // lambda - 1.
  static constexpr float kConstant[kConstantParts] = {0x1.9f4p-5f, 0x1.7acp-17f, 0x1.522p-29f, 0x1.322p-44f, 0x1.bfp-57f};
  static constexpr int32_t kGreatest = 2043858027;  // whose result is 2^31 - 1
  // The result is -1 or less below the first, -2 below the second: above ln(1 - 0.5 / (lambda alpha)) and ln(1 - 1.5 / (lambda alpha)).
  static constexpr float kMinusOne = -0x1.56a98ep-2f, kMinusTwo = -0x1.eb2c40p+0f;

  static __aicore__ inline void Compute(const Tile<SeluToInteger>& tile) {
    const int32_t n = tile.n;
    const auto integers = [&](int i) { return tile.buffer[i].template ReinterpretCast<int32_t>(); };
    const Floats &x = tile.buffer[0], &left = tile.buffer[1], &a = tile.buffer[2], &b = tile.buffer[3], &over = tile.buffer[4];
    const Integers whole = integers(5), scratch = integers(6);
    const Integers piece[kPieces] = {integers(7), integers(8), integers(9)};
    const FixedSum sum = {tile.out[0].template ReinterpretCast<int32_t>(), integers(10)};
    // The part of x above 0 as an integer and what is left.
    if constexpr (kIntegers) {
      const Integers input = tile.in[0].template ReinterpretCast<int32_t>();
      Cast(x, input, RoundMode::CAST_RINT, n);
      Duplicate(whole, 0, n);
      Max(whole, input, whole, n);
      Duplicate(left, 0.0f, n);
    } else {
      Muls(x, tile.in[0], 1.0f, n);
      Duplicate(a, 0.0f, n);
      Max(left, x, a, n);
      Duplicate(a, 0x1p31f, n);
      Min(left, left, a, n);
      Cast(whole, left, RoundMode::CAST_TRUNC, n);
      Cast(a, whole, RoundMode::CAST_RINT, n);
      Sub(left, left, a, n);
    }
    Muls(over.template ReinterpretCast<int32_t>(), whole, -1, n);
    Adds(over.template ReinterpretCast<int32_t>(), over.template ReinterpretCast<int32_t>(), kGreatest, n);
    NegativeMask(over, over, n);
    Duplicate(scratch, kGreatest, n);
    Min(whole, whole, scratch, n);

    sum.Clear(n);
    TakeApart(piece, whole, n);
    for (int i = 0; i < kPieces; ++i) {
      const Floats number = piece[i].ReinterpretCast<float>();
      Cast(a, piece[i], RoundMode::CAST_RINT, n);
      for (int k = 0; k < kPartsForPiece[i]; ++k) {
        Muls(number, a, kConstant[k] * kPieceUnits[i], n);
        sum.Add(number, b, scratch, n);
      }
    }
    Muls(a, left, kConstant[0] + kConstant[1], n);
    Add(a, a, left, n);
    sum.Add(a, b, scratch, n);
    sum.Round(n);
    Add(sum.whole, sum.whole, whole, n);

    BelowMask(a, x, kMinusOne, n);
    Add(sum.whole, sum.whole, a.template ReinterpretCast<int32_t>(), n);
    BelowMask(a, x, kMinusTwo, n);
    Add(sum.whole, sum.whole, a.template ReinterpretCast<int32_t>(), n);
    Duplicate(a.template ReinterpretCast<int32_t>(), 0x7fffffff, n);
    Merge(tile.out[0], over, a, tile.out[0], n);
  }
};

template <typename In, typename Out>
using Operation = std::conditional_t<std::is_same_v<Out, int32_t>, SeluToInteger<In>, Selu<In>>;

template <typename In, typename Out = In>
__global__ __aicore__ void selu(GM_ADDR self, GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  GM_ADDR tensors[] = {self, out};
  ElementwiseKernel<Operation<In, Out>, In, Out>().Run(tensors, data);
}

}  // namespace openaclnn::selu

#endif  // OPENACLNN_OPS_SELU_DEVICE_KERNEL_H_
