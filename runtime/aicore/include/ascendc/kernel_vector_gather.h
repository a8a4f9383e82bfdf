// Vector instructions that move elements within the unified buffer (Brcb, Copy, Gather, Gatherb,
// Scatter, Broadcast) or fill it with counted numbers (CreateVecIndex, ArithProgression).
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_GATHER_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_GATHER_H_

#include <cstdint>

#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_vector_arithmetic.h"
#include "runtime/aicore/vector/gather.h"
#include "runtime/aicore/vector/instructions.h"

namespace AscendC {

// All strides in blocks of 32 bytes.
struct BrcbRepeatParams {
  BrcbRepeatParams() = default;
  BrcbRepeatParams(uint16_t dst_block, uint16_t dst_repeat)
      : dstBlkStride(dst_block), dstRepStride(dst_repeat) {}
  uint32_t blockNumber = 8;
  uint16_t dstBlkStride = 1;
  uint16_t dstRepStride = 8;
};

struct CopyRepeatParams {
  CopyRepeatParams() = default;
  CopyRepeatParams(uint16_t dst_block, uint16_t src_block, uint16_t dst_repeat, uint16_t src_repeat)
      : dstStride(dst_block),
        srcStride(src_block),
        dstRepeatSize(dst_repeat),
        srcRepeatSize(src_repeat) {}
  uint16_t dstStride = 1;  // between the blocks of one repeat
  uint16_t srcStride = 1;
  uint16_t dstRepeatSize = 8;  // between repeats
  uint16_t srcRepeatSize = 8;
};

struct GatherRepeatParams {
  GatherRepeatParams() = default;
  GatherRepeatParams(uint8_t dst_block, uint16_t dst_repeat)
      : dstBlkStride(dst_block), dstRepStride(dst_repeat) {}
  uint32_t blockNumber = 8;
  uint8_t dstBlkStride = 1;  // 0 counts as 1
  uint16_t dstRepStride = 8;
};

// Writes each of the next 8 elements of src to all of a block of dst, repeatTime times. Types of 2
// and 4 bytes. Not on Atlas training and 200I/500 A2.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void Brcb(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                     const internal::RepeatTime repeatTime,
                                     const BrcbRepeatParams& repeatParams) {
  internal::vector::RunBrcb(internal::vector::ElementOf<T>(), dst.span(), src.span(), repeatTime,
                            {repeatParams.dstBlkStride, repeatParams.dstRepStride});
}

// dst = src, with strides; a stride of 0 of src reads the same again. After SetMaskCount the mask
// counts the elements of each repeat. Types of 2 and 4 bytes. Not on Atlas inference and training.
template <typename T, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                     const Mask mask, const internal::RepeatTime repeatTime,
                                     const CopyRepeatParams& repeatParams) {
  internal::vector::RunCopy(
      internal::vector::ElementOf<T>(), dst.span(), src.span(),
      internal::vector::Repetition::Of(isSetMask, mask, repeatTime,
                                       {repeatParams.dstStride, repeatParams.dstRepeatSize},
                                       {repeatParams.srcStride, repeatParams.srcRepeatSize}));
}
// Ascend 950 only.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                     const uint32_t count) {
  internal::vector::RunCopy(internal::vector::ElementOf<T>(), dst.span(), src.span(),
                            internal::vector::Form::Count(count));
}

// dst[i] = the element of src at byte srcBaseAddr + srcOffset[i]. Types of 2 and 4 bytes. Not on
// Atlas training.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                       const LocalTensor<uint32_t>& srcOffset,
                                       const uint32_t srcBaseAddr, const uint32_t count) {
  internal::vector::RunGather(internal::vector::ElementOf<T>(), dst.span(), src.span(),
                              srcOffset.span(), srcBaseAddr, internal::vector::Form::Count(count));
}
template <typename T, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                       const LocalTensor<uint32_t>& srcOffset,
                                       const uint32_t srcBaseAddr, const Mask mask,
                                       const internal::RepeatTime repeatTime,
                                       const uint16_t dstRepStride) {
  internal::vector::RunGather(
      internal::vector::ElementOf<T>(), dst.span(), src.span(), srcOffset.span(), srcBaseAddr,
      internal::vector::Repetition::Of(true, mask, repeatTime, {1, dstRepStride}, {}));
}

// The same with blocks of 32 bytes, 8 in a repeat. uint16_t, uint32_t. Not on Atlas inference and
// training.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void Gatherb(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                        const LocalTensor<uint32_t>& offset,
                                        const internal::RepeatTime repeatTime,
                                        const GatherRepeatParams& repeatParams) {
  internal::vector::RunGatherBlocks(internal::vector::ElementOf<T>(), dst.span(), src0.span(),
                                    offset.span(), repeatTime,
                                    {repeatParams.dstBlkStride, repeatParams.dstRepStride});
}

// The element of dst at byte dstBaseAddr + dstOffset[i] = src[i]; where offsets are equal, the last
// counts. Ascend 950, Atlas inference and 200I/500 A2.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                        const LocalTensor<uint32_t>& dstOffset,
                                        const uint32_t dstBaseAddr, const uint32_t count) {
  internal::vector::RunScatter(internal::vector::ElementOf<T>(), dst.span(), src.span(),
                               dstOffset.span(), dstBaseAddr, internal::vector::Form::Count(count));
}
template <typename T, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                        const LocalTensor<uint32_t>& dstOffset,
                                        const uint32_t dstBaseAddr, const Mask mask,
                                        const internal::RepeatTime repeatTime,
                                        const uint8_t srcRepStride) {
  internal::vector::RunScatter(
      internal::vector::ElementOf<T>(), dst.span(), src.span(), dstOffset.span(), dstBaseAddr,
      internal::vector::Repetition::Of(true, mask, repeatTime, {}, {1, srcRepStride}));
}

// dst = firstValue, firstValue + 1, ...: half, float, int16_t, int32_t. Not on Atlas training.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void CreateVecIndex(const LocalTensor<T>& dst, const T& firstValue,
                                               uint32_t count) {
  internal::vector::RunCreateVecIndex(internal::vector::ElementOf<T>(), dst.span(), &firstValue,
                                      internal::vector::Form::Count(count));
}
template <typename T, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void CreateVecIndex(const LocalTensor<T>& dst, const T& firstValue,
                                               const Mask mask,
                                               const internal::RepeatTime repeatTime,
                                               uint16_t dstBlkStride, uint8_t dstRepStride) {
  internal::vector::RunCreateVecIndex(
      internal::vector::ElementOf<T>(), dst.span(), &firstValue,
      internal::vector::Repetition::Of(true, mask, repeatTime, {dstBlkStride, dstRepStride}, {}));
}

// dst[i] = firstValue + i * diffValue: half, float, int16_t, int32_t. Each 256 bytes are made of
// the 256 bytes before, so that roundings add up. Ascend 950, Atlas A2, A3 and inference.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void ArithProgression(const LocalTensor<T>& dst, const T firstValue,
                                                 const T diffValue, const int32_t count) {
  internal::vector::RunArithProgression(internal::vector::ElementOf<T>(), dst.span(), &firstValue,
                                        &diffValue, count);
}

// Repeats src along `axis`, in which srcShape is 1, to dstShape. int8_t, uint8_t, half, float.
// Ascend 950, Atlas A2, A3 and inference. BroadCast is the older name.
#define OPENACLNN_BROADCAST(Name)                                                                  \
  template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>                     \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,       \
                                       const uint32_t dstShape[dim],                               \
                                       const uint32_t srcShape[dim]) {                             \
    static_assert((dim == 1 || dim == 2) && axis >= 0 && axis < dim,                               \
                  #Name ": one or two dimensions, and one of them as axis");                       \
    internal::vector::RunBroadcast(internal::vector::ElementOf<T>(), dst.span(), src.span(),       \
                                   {dim, axis, dstShape, srcShape}, nullptr);                      \
  }                                                                                                \
  template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>                     \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,       \
                                       const uint32_t dstShape[dim], const uint32_t srcShape[dim], \
                                       const LocalTensor<uint8_t>& sharedTmpBuffer) {              \
    static_assert((dim == 1 || dim == 2) && axis >= 0 && axis < dim,                               \
                  #Name ": one or two dimensions, and one of them as axis");                       \
    internal::vector::RunBroadcast(internal::vector::ElementOf<T>(), dst.span(), src.span(),       \
                                   {dim, axis, dstShape, srcShape}, &sharedTmpBuffer.span());      \
  }

OPENACLNN_BROADCAST(Broadcast)
OPENACLNN_BROADCAST(BroadCast)
#undef OPENACLNN_BROADCAST

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_GATHER_H_
