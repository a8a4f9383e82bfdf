// DataCopy and DataCopyPad: between global memory and the unified buffer, and within it.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_DATA_COPY_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_DATA_COPY_H_

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "runtime/aicore/data_copy.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/vector/half.h"

namespace AscendC {

// blockCount blocks. For DataCopy lengths and gaps are in blocks of 32 bytes; for DataCopyPad the
// length is in bytes, gaps in bytes in global memory and in blocks in the unified buffer. A gap is
// from the end of one block to the start of the next.
struct DataCopyParams {
  DataCopyParams() = default;
  DataCopyParams(uint16_t count, uint16_t len, uint16_t src_stride, uint16_t dst_stride)
      : blockCount(count), blockLen(len), srcStride(src_stride), dstStride(dst_stride) {}
  uint16_t blockCount = 1;
  uint16_t blockLen = 0;
  union {
    uint16_t srcStride = 0;
    uint16_t srcGap;
  };
  union {
    uint16_t dstStride = 0;
    uint16_t dstGap;
  };
};

struct DataCopyExtParams {
  DataCopyExtParams() = default;
  DataCopyExtParams(uint16_t count, uint32_t len, int64_t src_stride, int64_t dst_stride,
                    uint32_t reserved)
      : blockCount(count),
        blockLen(len),
        srcStride(src_stride),
        dstStride(dst_stride),
        rsv(reserved) {}
  uint16_t blockCount = 1;
  uint32_t blockLen = 0;  // bytes
  int64_t srcStride = 0;
  int64_t dstStride = 0;
  uint32_t rsv = 0;
};

// What to put before and after each block, in elements.
struct DataCopyPadParams {
  DataCopyPadParams() = default;
  DataCopyPadParams(bool pad, uint8_t left, uint8_t right, uint64_t value)
      : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value) {}
  bool isPad = false;
  uint8_t leftPadding = 0;
  uint8_t rightPadding = 0;
  uint64_t paddingValue = 0;  // the bits of the element
};

template <typename T>
struct DataCopyPadExtParams {
  DataCopyPadExtParams() = default;
  DataCopyPadExtParams(bool pad, uint8_t left, uint8_t right, T value)
      : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value) {}
  bool isPad = false;
  uint8_t leftPadding = 0;
  uint8_t rightPadding = 0;
  T paddingValue = T(0);
};

// Compact: blocks follow each other without filling, which comes once at the end.
enum class PaddingMode : uint8_t { Normal, Compact };

namespace internal {

template <typename T>
OPENACLNN_ASCENDC_FUNCTION openaclnn::aicore::BlockCopy CopyOf(uint32_t elements) {
  return openaclnn::aicore::CopyOfBytes(BytesOf<T>("DataCopy", "count", elements));
}

}  // namespace internal

template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                                         uint32_t count) {
  openaclnn::aicore::DataCopyIn(dst.span(), src.span(), sizeof(T), internal::CopyOf<T>(count));
}
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                         uint32_t count) {
  openaclnn::aicore::DataCopyOut(dst.span(), src.span(), sizeof(T), internal::CopyOf<T>(count));
}
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                         uint32_t count) {
  openaclnn::aicore::DataCopyWithin(dst.span(), src.span(), sizeof(T), internal::CopyOf<T>(count));
}

template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                                         const DataCopyParams& params) {
  openaclnn::aicore::DataCopyIn(
      dst.span(), src.span(), sizeof(T),
      openaclnn::aicore::CopyOfBlocks(params.blockCount, params.blockLen, params.srcStride,
                                      params.dstStride));
}
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                         const DataCopyParams& params) {
  openaclnn::aicore::DataCopyOut(
      dst.span(), src.span(), sizeof(T),
      openaclnn::aicore::CopyOfBlocks(params.blockCount, params.blockLen, params.srcStride,
                                      params.dstStride));
}
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                         const DataCopyParams& params) {
  openaclnn::aicore::DataCopyWithin(
      dst.span(), src.span(), sizeof(T),
      openaclnn::aicore::CopyOfBlocks(params.blockCount, params.blockLen, params.srcStride,
                                      params.dstStride));
}

namespace internal {

template <typename T>
constexpr openaclnn::aicore::PadElement ElementOf() {
  return {.bytes = sizeof(T), .bfloat16 = std::is_same_v<T, openaclnn::aicore::BFloat16>};
}

}  // namespace internal

template <typename T, PaddingMode mode = PaddingMode::Normal>
OPENACLNN_ASCENDC_FUNCTION void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                                            const DataCopyExtParams& params,
                                            const DataCopyPadExtParams<T>& pad) {
  uint64_t bits = 0;
  std::memcpy(&bits, &pad.paddingValue, sizeof(T));
  openaclnn::aicore::DataCopyPadIn(
      dst.span(), src.span(), internal::ElementOf<T>(),
      {params.blockCount, params.blockLen, params.srcStride, params.dstStride},
      {pad.isPad, pad.leftPadding, pad.rightPadding, bits, mode == PaddingMode::Compact});
}
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                                            const DataCopyParams& params,
                                            const DataCopyPadParams& pad) {
  openaclnn::aicore::DataCopyPadIn(
      dst.span(), src.span(), internal::ElementOf<T>(),
      {params.blockCount, params.blockLen, params.srcStride, params.dstStride},
      {pad.isPad, pad.leftPadding, pad.rightPadding, pad.paddingValue, false});
}
template <typename T, PaddingMode mode = PaddingMode::Normal>
OPENACLNN_ASCENDC_FUNCTION void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                            const DataCopyExtParams& params) {
  openaclnn::aicore::DataCopyPadOut(
      dst.span(), src.span(), internal::ElementOf<T>(),
      {params.blockCount, params.blockLen, params.srcStride, params.dstStride},
      mode == PaddingMode::Compact);
}
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                                            const DataCopyParams& params) {
  openaclnn::aicore::DataCopyPadOut(
      dst.span(), src.span(), internal::ElementOf<T>(),
      {params.blockCount, params.blockLen, params.srcStride, params.dstStride}, false);
}

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_DATA_COPY_H_
