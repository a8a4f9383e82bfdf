// Narrow types to and from float32.
#ifndef OPENACLNN_OPS_DEVICE_CONVERT_H_
#define OPENACLNN_OPS_DEVICE_CONVERT_H_

#include <type_traits>

#include "kernel_operator.h"
#include "ops/device/bits.h"

namespace openaclnn::device {

// Tensors of float32 that a conversion needs for itself.
inline constexpr int kConvertBuffers = 2;

// Chips that saturate convert a float16 infinity to a finite number and NaN to 0. Dividing by 0
// there, and by 1 elsewhere, brings them back.
__aicore__ inline void WidenSaturating(const Floats& dst, const LocalTensor<half>& src,
                                       const Floats (&scratch)[kConvertBuffers], int32_t n) {
  LocalTensor<int16_t> flag = scratch[0].ReinterpretCast<int16_t>();
  Cast(dst, src, RoundMode::CAST_NONE, n);
  // The bits without the sign, less those of infinity, are negative for finite numbers.
  ShiftLeft(flag.ReinterpretCast<uint16_t>(), src.ReinterpretCast<uint16_t>(),
            static_cast<uint16_t>(1), n);
  ShiftRight(flag.ReinterpretCast<uint16_t>(), flag.ReinterpretCast<uint16_t>(),
             static_cast<uint16_t>(1), n);
  Adds(flag, flag, static_cast<int16_t>(-0x7c00), n);
  ShiftRight(flag, flag, static_cast<int16_t>(15), n);
  Adds(flag, flag, static_cast<int16_t>(1), n);
  // 0 or 1, which as float16 is 0 or 2^-24.
  Cast(scratch[1], flag.ReinterpretCast<half>(), RoundMode::CAST_NONE, n);
  Muls(scratch[1], scratch[1], -0x1p24f, n);
  Adds(scratch[1], scratch[1], 1.0f, n);
  Div(dst, dst, scratch[1], n);
}

// The other way the largest finite number must become infinity where that is the result, and the 0
// that NaN became NaN again.
__aicore__ inline void NarrowSaturating(const LocalTensor<half>& dst, const Floats& src,
                                        const Floats (&scratch)[kConvertBuffers], int32_t n) {
  LocalTensor<int32_t> bits = scratch[0].ReinterpretCast<int32_t>();
  LocalTensor<int32_t> mask = scratch[1].ReinterpretCast<int32_t>();
  LocalTensor<half> flag = scratch[1].ReinterpretCast<half>();
  LocalTensor<int16_t> result = dst.ReinterpretCast<int16_t>();
  Cast(dst, src, RoundMode::CAST_NONE, n);
  Abs(scratch[0], src, n);
  // NaN: its bits are above infinity's. 1.75 as float16 has the bits of NaN, one to the right.
  Muls(mask, bits, -1, n);
  Adds(mask, mask, 0x7f800000, n);
  ShiftRight(mask, mask, 31, n);
  Cast(scratch[0], mask, RoundMode::CAST_RINT, n);
  Muls(scratch[0], scratch[0], -1.75f, n);
  Cast(flag, scratch[0], RoundMode::CAST_NONE, n);
  ShiftLeft(flag.ReinterpretCast<int16_t>(), flag.ReinterpretCast<int16_t>(),
            static_cast<int16_t>(1), n);
  Add(result, result, flag.ReinterpretCast<int16_t>(), n);
  // Infinity: from 65520 on, but not NaN. The bits of 65504 and 1 are those of infinity; 2^-24 as
  // float16 has the bits 1.
  Abs(scratch[0], src, n);
  Muls(mask, bits, -1, n);
  Adds(mask, mask, 0x477fefff, n);
  ShiftRight(mask, mask, 31, n);
  Adds(bits, bits, -0x7f800001, n);
  ShiftRight(bits, bits, 31, n);
  AndBits(scratch[1], scratch[1], scratch[0], n);
  Muls(mask, mask, -1, n);  // not the number below: -0 has a bit
  Cast(scratch[0], mask, RoundMode::CAST_RINT, n);
  Muls(scratch[0], scratch[0], 0x1p-24f, n);
  Cast(flag, scratch[0], RoundMode::CAST_NONE, n);
  Add(result, result, flag.ReinterpretCast<int16_t>(), n);
}

template <typename T>
__aicore__ inline void Widen(const Floats& dst, const LocalTensor<T>& src,
                             const Floats (&scratch)[kConvertBuffers], bool keeps_inf_nan,
                             int32_t n) {
  if constexpr (std::is_same_v<T, int8_t>) {
    LocalTensor<half> halves = scratch[0].ReinterpretCast<half>();
    Cast(halves, src, RoundMode::CAST_NONE, n);
    Cast(dst, halves, RoundMode::CAST_NONE, n);
  } else if constexpr (std::is_same_v<T, half>) {
    if (keeps_inf_nan) {
      WidenSaturating(dst, src, scratch, n);
    } else {
      Cast(dst, src, RoundMode::CAST_NONE, n);
    }
  } else {
    Cast(dst, src, RoundMode::CAST_NONE, n);
  }
}

// Rounds to nearest, ties to even. src is used up.
template <typename T>
__aicore__ inline void Narrow(const LocalTensor<T>& dst, const Floats& src,
                              const Floats (&scratch)[kConvertBuffers], bool keeps_inf_nan,
                              int32_t n) {
  if constexpr (std::is_same_v<T, int8_t>) {
    // To an integer first: float16 has too few digits to tell what is just above a tie from the
    // tie.
    LocalTensor<int32_t> integers = scratch[0].ReinterpretCast<int32_t>();
    Cast(integers, src, RoundMode::CAST_RINT, n);
    Cast(src, integers, RoundMode::CAST_RINT, n);
    Duplicate(scratch[0], 127.0f, n);
    Min(src, src, scratch[0], n);
    Duplicate(scratch[0], -128.0f, n);
    Max(src, src, scratch[0], n);
    LocalTensor<half> halves = scratch[0].ReinterpretCast<half>();
    Cast(halves, src, RoundMode::CAST_NONE, n);
    Cast(dst, halves, RoundMode::CAST_NONE, n);
  } else if constexpr (std::is_same_v<T, bool>) {
    Narrow(dst.template ReinterpretCast<int8_t>(), src, scratch, keeps_inf_nan, n);  // of 0 and 1
  } else if constexpr (std::is_same_v<T, half>) {
    if (keeps_inf_nan) {
      NarrowSaturating(dst, src, scratch, n);
    } else {
      Cast(dst, src, RoundMode::CAST_NONE, n);
    }
  } else {
    Cast(dst, src, RoundMode::CAST_RINT, n);
  }
}

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_CONVERT_H_
