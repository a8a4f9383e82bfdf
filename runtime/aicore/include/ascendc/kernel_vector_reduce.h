// Reductions: ReduceSum, ReduceMax, ReduceMin of a whole tensor; of each repeat, block or pair;
// the registers they leave.
//
// Sums are made in the chip's order, and each addition rounds: neighbours within a repeat, then
// neighbours of the sums. Of equal extrema the first counts; NaN is greater and less than all.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_REDUCE_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_REDUCE_H_

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/include/ascendc/kernel_vector_arithmetic.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/reduce.h"

namespace AscendC {

namespace internal {

template <MaskArgument Mask>
vector::Repetition ReduceRepetition(bool set_mask, Mask mask, int64_t repeats, int64_t block_stride,
                                    int64_t repeat_stride) {
  return vector::Repetition::Of(set_mask, mask, repeats, {}, {block_stride, repeat_stride});
}

}  // namespace internal

// dst[0] = the sum of src. half, float (Atlas training: half); Ascend 950 also 32-bit and, in count
// form, 64-bit integers. sharedTmpBuffer: an element for each repeat, in whole blocks. The count
// form of Atlas A2 and A3 adds the sums of repeats one after the other and needs no scratch space.
template <typename T, bool isSetMask = true>
OPENACLNN_ASCENDC_FUNCTION void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                          const LocalTensor<T>& sharedTmpBuffer,
                                          const int32_t count) {
  internal::vector::RunReduce("ReduceSum", ReduceType::SUM, internal::vector::ElementOf<T>(),
                              dst.span(), src.span(), sharedTmpBuffer.span(), false,
                              internal::vector::Form::Count(count));
}
template <typename T, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                          const LocalTensor<T>& sharedTmpBuffer, const Mask mask,
                                          const int32_t repeatTime, const int32_t srcRepStride) {
  internal::vector::RunReduce(
      "ReduceSum", ReduceType::SUM, internal::vector::ElementOf<T>(), dst.span(), src.span(),
      sharedTmpBuffer.span(), false,
      internal::ReduceRepetition(isSetMask, mask, repeatTime, 1, srcRepStride));
}

// dst[0] = the extremum of src; with calIndex, dst[1] = its index as the bits of an unsigned
// integer. half, float (Atlas training: half; Ascend 950 also integers). A repeat counts as many
// elements as lie between its start and that of the next.
#define OPENACLNN_REDUCE_EXTREMUM(Name, type)                                                      \
  template <typename T>                                                                            \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,       \
                                       const LocalTensor<T>& sharedTmpBuffer, const int32_t count, \
                                       bool calIndex = false) {                                    \
    internal::vector::RunReduce(#Name, type, internal::vector::ElementOf<T>(), dst.span(),         \
                                src.span(), sharedTmpBuffer.span(), calIndex,                      \
                                internal::vector::Form::Count(count));                             \
  }                                                                                                \
  template <typename T, internal::MaskArgument Mask>                                               \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,       \
                                       const LocalTensor<T>& sharedTmpBuffer, const Mask mask,     \
                                       const int32_t repeatTime, const int32_t srcRepStride,       \
                                       bool calIndex = false) {                                    \
    internal::vector::RunReduce(                                                                   \
        #Name, type, internal::vector::ElementOf<T>(), dst.span(), src.span(),                     \
        sharedTmpBuffer.span(), calIndex,                                                          \
        internal::ReduceRepetition(true, mask, repeatTime, 1, srcRepStride));                      \
  }

OPENACLNN_REDUCE_EXTREMUM(ReduceMax, ReduceType::MAX)
OPENACLNN_REDUCE_EXTREMUM(ReduceMin, ReduceType::MIN)
#undef OPENACLNN_REDUCE_EXTREMUM

// dst[r * dstRepStride] = the sum of repeat r. half, float (Atlas training: half).
template <typename T, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                               const Mask mask, const int32_t repeatTime,
                                               const int32_t dstRepStride,
                                               const int32_t srcBlkStride,
                                               const int32_t srcRepStride) {
  internal::vector::RunWholeReduce(
      "WholeReduceSum", ReduceType::SUM, {}, internal::vector::ElementOf<T>(), dst.span(),
      src.span(), dstRepStride,
      internal::ReduceRepetition(isSetMask, mask, repeatTime, srcBlkStride, srcRepStride));
}

// The older form of it; dstBlkStride has no meaning.
template <typename T, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void RepeatReduceSum(const LocalTensor<T>& dst,
                                                const LocalTensor<T>& src, const int32_t repeatTime,
                                                const Mask mask, const int32_t /*dstBlkStride*/,
                                                const int32_t srcBlkStride,
                                                const int32_t dstRepStride,
                                                const int32_t srcRepStride) {
  internal::vector::RunWholeReduce(
      "RepeatReduceSum", ReduceType::SUM, {}, internal::vector::ElementOf<T>(), dst.span(),
      src.span(), dstRepStride,
      internal::ReduceRepetition(isSetMask, mask, repeatTime, srcBlkStride, srcRepStride));
}

// The extremum of each repeat and its index among the repeat's lanes, as `order` says; dstRepStride
// counts results. An index alone has 4 bytes.
#define OPENACLNN_WHOLE_REDUCE_EXTREMUM(Name, type)                                           \
  template <typename T, bool isSetMask = true, internal::MaskArgument Mask>                   \
  OPENACLNN_ASCENDC_FUNCTION void Name(                                                       \
      const LocalTensor<T>& dst, const LocalTensor<T>& src, const Mask mask,                  \
      const int32_t repeatTime, const int32_t dstRepStride, const int32_t srcBlkStride,       \
      const int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {       \
    internal::vector::RunWholeReduce(                                                         \
        #Name, type, order, internal::vector::ElementOf<T>(), dst.span(), src.span(),         \
        dstRepStride,                                                                         \
        internal::ReduceRepetition(isSetMask, mask, repeatTime, srcBlkStride, srcRepStride)); \
  }

OPENACLNN_WHOLE_REDUCE_EXTREMUM(WholeReduceMax, ReduceType::MAX)
OPENACLNN_WHOLE_REDUCE_EXTREMUM(WholeReduceMin, ReduceType::MIN)
#undef OPENACLNN_WHOLE_REDUCE_EXTREMUM

// Eight results for each repeat, one of each block; dstRepStride counts eight results. half, float
// (Atlas training: half). PairReduceSum: dst[i] = src[2 i] + src[2 i + 1]; dstRepStride counts 128
// bytes. Where no element of a block or pair takes part, dst stays as it is; Ascend 950 and Atlas
// 200I/500 A2 write the neutral element.
#define OPENACLNN_PART_REDUCE(Name, type, pairs)                                               \
  template <typename T, bool isSetMask = true, internal::MaskArgument Mask>                    \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,   \
                                       const int32_t repeatTime, const Mask mask,              \
                                       const int32_t dstRepStride, const int32_t srcBlkStride, \
                                       const int32_t srcRepStride) {                           \
    internal::vector::RunPartReduce(                                                           \
        #Name, type, pairs, internal::vector::ElementOf<T>(), dst.span(), src.span(),          \
        dstRepStride,                                                                          \
        internal::ReduceRepetition(isSetMask, mask, repeatTime, srcBlkStride, srcRepStride));  \
  }

OPENACLNN_PART_REDUCE(BlockReduceSum, ReduceType::SUM, false)
OPENACLNN_PART_REDUCE(BlockReduceMax, ReduceType::MAX, false)
OPENACLNN_PART_REDUCE(BlockReduceMin, ReduceType::MIN, false)
OPENACLNN_PART_REDUCE(PairReduceSum, ReduceType::SUM, true)
#undef OPENACLNN_PART_REDUCE

// The newer names.
template <ReduceType reduceType, typename T, typename U = T, bool isSetMask = true,
          internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void ReduceRepeat(const LocalTensor<U>& dst, const LocalTensor<T>& src,
                                             const Mask mask, const int32_t repeatTime,
                                             const int32_t dstRepStride, const int32_t srcBlkStride,
                                             const int32_t srcRepStride,
                                             ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {
  static_assert(std::is_same_v<T, U>, "ReduceRepeat: dst and src have one type");
  internal::vector::RunWholeReduce(
      "ReduceRepeat", reduceType, order, internal::vector::ElementOf<T>(), dst.span(), src.span(),
      dstRepStride,
      internal::ReduceRepetition(isSetMask, mask, repeatTime, srcBlkStride, srcRepStride));
}
template <ReduceType reduceType, typename T, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void ReduceDataBlock(
    const LocalTensor<T>& dst, const LocalTensor<T>& src, const Mask mask, const int32_t repeatTime,
    const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride) {
  internal::vector::RunPartReduce(
      "ReduceDataBlock", reduceType, false, internal::vector::ElementOf<T>(), dst.span(),
      src.span(), dstRepStride,
      internal::ReduceRepetition(isSetMask, mask, repeatTime, srcBlkStride, srcRepStride));
}
template <ReduceType reduceType, typename T, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void ReducePairElem(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                               const Mask mask, const int32_t repeatTime,
                                               const int32_t dstRepStride,
                                               const int32_t srcBlkStride,
                                               const int32_t srcRepStride) {
  static_assert(reduceType == ReduceType::SUM, "ReducePairElem: pairs are added only");
  internal::vector::RunPartReduce(
      "ReducePairElem", reduceType, true, internal::vector::ElementOf<T>(), dst.span(), src.span(),
      dstRepStride,
      internal::ReduceRepetition(isSetMask, mask, repeatTime, srcBlkStride, srcRepStride));
}

namespace internal {

template <typename T>
T FromBits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

}  // namespace internal

// What the last ReduceSum in count form, or WholeReduceSum after SetMaskCount, left; and so for
// maxima and minima, with the bits of the index as a T. Atlas A2, A3 and Ascend 950. Without a
// type, the bits.
inline int64_t GetAccVal() {
  return static_cast<int64_t>(internal::vector::ReadSumRegister("GetAccVal"));
}
template <typename T>
T GetAccVal() {
  return internal::FromBits<T>(internal::vector::ReadSumRegister("GetAccVal"));
}
template <typename T>
T GetReduceRepeatSumSpr() {
  return internal::FromBits<T>(internal::vector::ReadSumRegister("GetReduceRepeatSumSpr"));
}

#define OPENACLNN_EXTREMUM_REGISTERS(Name)                                                     \
  template <typename T>                                                                        \
  OPENACLNN_ASCENDC_FUNCTION void Name(T& maxMinValue, T& maxMinIndex) {                       \
    const auto [extremum, index] = internal::vector::ReadExtremumRegisters(#Name);             \
    maxMinValue = internal::FromBits<T>(extremum);                                             \
    maxMinIndex = internal::FromBits<T>(index);                                                \
  }                                                                                            \
  template <typename T>                                                                        \
  OPENACLNN_ASCENDC_FUNCTION void Name(T& maxMinValue) {                                       \
    maxMinValue = internal::FromBits<T>(internal::vector::ReadExtremumRegisters(#Name).first); \
  }

OPENACLNN_EXTREMUM_REGISTERS(GetReduceMaxMinCount)
OPENACLNN_EXTREMUM_REGISTERS(GetReduceRepeatMaxMinSpr)
#undef OPENACLNN_EXTREMUM_REGISTERS

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_REDUCE_H_
