// Vector instructions on masks: Compare, Compares, CompareScalar, Select, GatherMask, the vector
// mask itself; and TransDataTo5HD.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_SELECT_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_SELECT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/include/ascendc/kernel_vector_arithmetic.h"
#include "runtime/aicore/vector/instructions.h"

namespace AscendC {

struct GatherMaskParams {
  GatherMaskParams() = default;
  GatherMaskParams(uint8_t src0_block_stride, uint16_t repeat_times, uint16_t src0_repeat_stride,
                   uint8_t src1_repeat_stride)
      : src0BlockStride(src0_block_stride),
        repeatTimes(repeat_times),
        src0RepeatStride(src0_repeat_stride),
        src1RepeatStride(src1_repeat_stride) {}
  uint8_t src0BlockStride = 1;  // all strides in blocks of 32 bytes
  uint16_t repeatTimes = 1;
  uint16_t src0RepeatStride = 8;
  uint8_t src1RepeatStride = 8;
};

struct TransDataTo5HDParams {
  TransDataTo5HDParams() = default;
  TransDataTo5HDParams(bool dst_high_half, bool src_high_half, uint8_t repeat_times,
                       uint16_t dst_repeat_stride, uint16_t src_repeat_stride)
      : dstHighHalf(dst_high_half),
        srcHighHalf(src_high_half),
        repeatTimes(repeat_times),
        dstRepStride(dst_repeat_stride),
        srcRepStride(src_repeat_stride) {}
  bool dstHighHalf = false;  // which 16 bytes of a block of 8-bit elements
  bool srcHighHalf = false;
  uint8_t repeatTimes = 1;
  uint16_t dstRepStride = 0;  // in blocks of 32 bytes
  uint16_t srcRepStride = 0;
};

// Bit i of dst (from the lowest of the first byte on) = src0[i] compares so with src1[i]; of NaN
// only NE is true. half, float, and int32_t with EQ; Ascend 950 has more. count: whole repeats of
// 256 bytes. The mask of the mask/repeat form must choose every element; dst has the repeats' bits
// one after the other, whatever its strides.
template <typename T, typename U>
OPENACLNN_ASCENDC_FUNCTION void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                                        const LocalTensor<T>& src1, CMPMODE cmpMode,
                                        uint32_t count) {
  static_assert(sizeof(U) == 1, "dst is a LocalTensor of uint8_t or int8_t");
  internal::vector::RunCompare("Compare", cmpMode, internal::vector::ElementOf<T>(), dst.span(),
                               src0.span(), &src1.span(), nullptr,
                               internal::vector::Form::Count(count));
}
template <typename T, typename U, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                                        const LocalTensor<T>& src1, CMPMODE cmpMode, Mask mask,
                                        internal::RepeatTime repeatTime,
                                        const BinaryRepeatParams& repeatParams) {
  static_assert(sizeof(U) == 1, "dst is a LocalTensor of uint8_t or int8_t");
  internal::vector::RunCompare(
      "Compare", cmpMode, internal::vector::ElementOf<T>(), dst.span(), src0.span(), &src1.span(),
      nullptr, internal::BinaryRepetition(isSetMask, mask, repeatTime, repeatParams));
}

// As Compare, with one number for src1. Compares is the older name. Not on Atlas training products.
#define OPENACLNN_COMPARE_SCALAR(Name)                                                            \
  template <typename T, typename U>                                                               \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<U>& dst, const LocalTensor<T>& src0,     \
                                       const T src1Scalar, CMPMODE cmpMode, uint32_t count) {     \
    static_assert(sizeof(U) == 1, "dst is a LocalTensor of uint8_t or int8_t");                   \
    internal::vector::RunCompare(#Name, cmpMode, internal::vector::ElementOf<T>(), dst.span(),    \
                                 src0.span(), nullptr, &src1Scalar,                               \
                                 internal::vector::Form::Count(count));                           \
  }                                                                                               \
  template <typename T, typename U, bool isSetMask = true, internal::MaskArgument Mask>           \
  OPENACLNN_ASCENDC_FUNCTION void Name(                                                           \
      const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T src1Scalar, CMPMODE cmpMode, \
      Mask mask, internal::RepeatTime repeatTime, const UnaryRepeatParams& repeatParams) {        \
    static_assert(sizeof(U) == 1, "dst is a LocalTensor of uint8_t or int8_t");                   \
    internal::vector::RunCompare(                                                                 \
        #Name, cmpMode, internal::vector::ElementOf<T>(), dst.span(), src0.span(), nullptr,       \
        &src1Scalar, internal::UnaryRepetition(isSetMask, mask, repeatTime, repeatParams));       \
  }

OPENACLNN_COMPARE_SCALAR(Compares)
OPENACLNN_COMPARE_SCALAR(CompareScalar)
#undef OPENACLNN_COMPARE_SCALAR

// dst[i] = bit i of selMask ? src0[i] : src1[i] (or the number src1, in VSEL_TENSOR_SCALAR_MODE).
// In VSEL_CMPMASK_SPR the bits of the first repeat serve every repeat. half, float. Except in
// VSEL_CMPMASK_SPR it needs 8 KiB of the unified buffer for itself on most products.
template <typename T, typename U>
OPENACLNN_ASCENDC_FUNCTION void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                                       const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                                       SELMODE selMode, uint32_t count) {
  internal::vector::RunSelect(selMode, internal::vector::ElementOf<T>(), dst.span(), selMask.span(),
                              src0.span(), &src1.span(), nullptr,
                              internal::vector::Form::Count(count));
}
template <typename T, typename U>
OPENACLNN_ASCENDC_FUNCTION void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                                       const LocalTensor<T>& src0, T src1, SELMODE selMode,
                                       uint32_t count) {
  internal::vector::RunSelect(selMode, internal::vector::ElementOf<T>(), dst.span(), selMask.span(),
                              src0.span(), nullptr, &src1, internal::vector::Form::Count(count));
}
template <typename T, typename U, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                                       const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                                       SELMODE selMode, Mask mask, internal::RepeatTime repeatTime,
                                       const BinaryRepeatParams& repeatParams) {
  internal::vector::RunSelect(
      selMode, internal::vector::ElementOf<T>(), dst.span(), selMask.span(), src0.span(),
      &src1.span(), nullptr, internal::BinaryRepetition(isSetMask, mask, repeatTime, repeatParams));
}
template <typename T, typename U, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                                       const LocalTensor<T>& src0, T src1, SELMODE selMode,
                                       Mask mask, internal::RepeatTime repeatTime,
                                       const BinaryRepeatParams& repeatParams) {
  internal::vector::RunSelect(
      selMode, internal::vector::ElementOf<T>(), dst.span(), selMask.span(), src0.span(), nullptr,
      &src1, internal::BinaryRepetition(isSetMask, mask, repeatTime, repeatParams));
}

// Moves elements of src0 together at dst: those a pattern chooses (1: even ones, 2: odd ones, 3 to
// 6: the first to fourth of every four, 7: all) or those whose bit in the tensor src1Pattern is
// set. reduceMode: `mask` elements of each repeat, else 256 bytes. rsvdCnt becomes how many were
// moved. Types of 2 and 4 bytes. Not on Atlas training products.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                           const uint8_t src1Pattern, const bool reduceMode,
                                           const uint32_t mask, const GatherMaskParams& params,
                                           uint64_t& rsvdCnt) {
  rsvdCnt = internal::vector::RunGatherMask(
      internal::vector::ElementOf<T>(), dst.span(), src0.span(), src1Pattern, nullptr,
      {reduceMode, mask, params.src0BlockStride, params.repeatTimes, params.src0RepeatStride,
       params.src1RepeatStride});
}
template <typename T, typename U>
OPENACLNN_ASCENDC_FUNCTION void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                           const LocalTensor<U>& src1Pattern, const bool reduceMode,
                                           const uint32_t mask, const GatherMaskParams& params,
                                           uint64_t& rsvdCnt) {
  static_assert(sizeof(U) == sizeof(T) && std::is_unsigned_v<U>,
                "src1Pattern is a LocalTensor of uint16_t or uint32_t, as wide as T");
  rsvdCnt = internal::vector::RunGatherMask(
      internal::vector::ElementOf<T>(), dst.span(), src0.span(), 0, &src1Pattern.span(),
      {reduceMode, mask, params.src0BlockStride, params.repeatTimes, params.src0RepeatStride,
       params.src1RepeatStride});
}

// Transposes blocks: the 16 blocks of 32 bytes at srcList are the rows. Of 2-byte elements,
// dstList[k] becomes column k; of 4-byte elements dstList[2 k] and dstList[2 k + 1]; of 1-byte
// elements half a block, 16 rows of 16. repeatTimes times, with strides in blocks.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void TransDataTo5HD(const LocalTensor<T> (&dstList)[16],
                                               const LocalTensor<T> (&srcList)[16],
                                               const TransDataTo5HDParams& params) {
  std::array<openaclnn::aicore::LocalSpan, 16> dst;
  std::array<openaclnn::aicore::LocalSpan, 16> src;
  for (size_t i = 0; i < 16; ++i) {
    dst[i] = dstList[i].span();
    src[i] = srcList[i].span();
  }
  internal::vector::RunTransDataTo5HD(internal::vector::ElementOf<T>(), dst, src,
                                      {params.dstHighHalf, params.srcHighHalf, params.repeatTimes,
                                       params.dstRepStride, params.srcRepStride});
}

// With the addresses that LocalTensor::GetPhyAddr gives, as kernels keep them that put their lists
// together once.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void TransDataTo5HD(const uint64_t (&dstList)[16],
                                               const uint64_t (&srcList)[16],
                                               const TransDataTo5HDParams& params) {
  const openaclnn::aicore::Core& core = openaclnn::aicore::Core::Current();
  std::array<openaclnn::aicore::LocalSpan, 16> dst;
  std::array<openaclnn::aicore::LocalSpan, 16> src;
  for (size_t i = 0; i < 16; ++i) {
    dst[i] = core.SpanFrom(dstList[i]);
    src[i] = core.SpanFrom(srcList[i]);
  }
  internal::vector::RunTransDataTo5HD(internal::vector::ElementOf<T>(), dst, src,
                                      {params.dstHighHalf, params.srcHighHalf, params.repeatTimes,
                                       params.dstRepStride, params.srcRepStride});
}

// The mask of instructions with isSetMask = false. SetMaskCount makes it a number of elements over
// all repeats (SetVectorMask(0, n), or the one-argument form with MaskMode::COUNTER), SetMaskNorm
// the bits of one repeat again. An instruction in count form ends both.
inline void SetMaskCount() { internal::vector::SetMaskMode(true); }
inline void SetMaskNorm() { internal::vector::SetMaskMode(false); }
inline void ResetMask() { internal::vector::ResetMask(); }
template <typename T, MaskMode mode = MaskMode::NORMAL>
OPENACLNN_ASCENDC_FUNCTION void SetVectorMask(const uint64_t maskHigh, const uint64_t maskLow) {
  internal::vector::SetMaskBits(maskHigh, maskLow);
}
template <typename T, MaskMode mode = MaskMode::NORMAL>
OPENACLNN_ASCENDC_FUNCTION void SetVectorMask(int32_t len) {
  internal::vector::SetMaskLength(internal::vector::ElementOf<T>(), len, mode == MaskMode::COUNTER);
}

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_SELECT_H_
