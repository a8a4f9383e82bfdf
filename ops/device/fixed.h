// Integers times constants, to be rounded to the nearest integer: float32 has too few digits for
// 32-bit integers, so factors are taken apart into pieces whose products are exact.
#ifndef OPENACLNN_OPS_DEVICE_FIXED_H_
#define OPENACLNN_OPS_DEVICE_FIXED_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"

namespace openaclnn::device {

using Integers = LocalTensor<int32_t>;

inline constexpr int kPieces = 3;
// What a piece counts, the highest first.
inline constexpr float kPieceUnits[kPieces] = {0x1p20f, 0x1p10f, 1.0f};
// Constants are sums of so many numbers of 12 digits, and a piece needs only so many of them.
inline constexpr int kConstantParts = 5;
inline constexpr int kPartsForPiece[kPieces] = {5, 4, 3};

// x = 2^20 piece[0] + 2^10 piece[1] + piece[2], for x from 0 to 2^31 (as an unsigned number).
__aicore__ inline void TakeApart(const Integers (&piece)[kPieces], const Integers& x, int32_t n) {
  LocalTensor<uint32_t> bits = x.ReinterpretCast<uint32_t>();
  for (int i = 0; i < kPieces; ++i) {
    LocalTensor<uint32_t> to = piece[i].ReinterpretCast<uint32_t>();
    const uint32_t above[kPieces] = {0, 12, 22};
    const uint32_t below[kPieces] = {20, 22, 22};
    ShiftLeft(to, bits, above[i], n);
    ShiftRight(to, to, below[i], n);
  }
}

// The sum of numbers, each an exact product of float32 numbers: whole numbers and, in units of
// 2^-27, what is left.
struct FixedSum {
  Integers whole, fraction;

  __aicore__ inline void Clear(int32_t n) const {
    Duplicate(whole, 0, n);
    Duplicate(fraction, 0, n);
  }

  // `product` and the scratch tensors are used up.
  __aicore__ inline void Add(const Floats& product, const Floats& scratch, const Integers& integers,
                             int32_t n) const {
    Cast(integers, product, RoundMode::CAST_RINT, n);
    Cast(scratch, integers, RoundMode::CAST_RINT, n);
    Sub(product, product, scratch, n);
    AscendC::Add(whole, whole, integers, n);
    Muls(product, product, 0x1p27f, n);
    Cast(integers, product, RoundMode::CAST_RINT, n);
    AscendC::Add(fraction, fraction, integers, n);
  }

  // `whole` becomes the nearest integer. Each part was rounded to 2^-27, so that is right unless
  // the sum is within 2^-24 of a tie.
  __aicore__ inline void Round(int32_t n) const {
    Adds(fraction, fraction, 1 << 26, n);
    ShiftRight(fraction, fraction, 27, n);
    AscendC::Add(whole, whole, fraction, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_FIXED_H_
