// The copies behind DataCopy and DataCopyPad, without their types.
#ifndef OPENACLNN_RUNTIME_AICORE_DATA_COPY_H_
#define OPENACLNN_RUNTIME_AICORE_DATA_COPY_H_

#include <cstdint>

#include "runtime/aicore/core.h"

namespace openaclnn::aicore {

// `count` blocks of `bytes` bytes; gaps from the end of one to the start of the next, in bytes.
struct BlockCopy {
  int64_t count;
  int64_t bytes;
  int64_t src_gap;
  int64_t dst_gap;
};

// Of DataCopy with a number of elements, which have so many bytes.
inline BlockCopy CopyOfBytes(int64_t bytes) { return {1, bytes, 0, 0}; }
// Of DataCopy with DataCopyParams, where everything is in blocks of 32 bytes.
inline BlockCopy CopyOfBlocks(int64_t count, int64_t blocks, int64_t src_gap, int64_t dst_gap) {
  return {count, blocks * kBlockBytes, src_gap * kBlockBytes, dst_gap * kBlockBytes};
}

void DataCopyIn(const LocalSpan& dst, const GlobalSpan& src, int64_t element_bytes,
                const BlockCopy& copy);
void DataCopyOut(const GlobalSpan& dst, const LocalSpan& src, int64_t element_bytes,
                 const BlockCopy& copy);
void DataCopyWithin(const LocalSpan& dst, const LocalSpan& src, int64_t element_bytes,
                    const BlockCopy& copy);

struct PadElement {
  int64_t bytes;
  bool bfloat16;
};
// As in DataCopyExtParams: bytes, with gaps in global memory in bytes and in the unified buffer in
// blocks.
struct PadCopy {
  int64_t count;
  int64_t bytes;
  int64_t src_stride;
  int64_t dst_stride;
};
struct Padding {
  bool fill;
  int64_t left;  // elements
  int64_t right;
  uint64_t value;
  bool compact;
};

void DataCopyPadIn(const LocalSpan& dst, const GlobalSpan& src, const PadElement& element,
                   const PadCopy& copy, const Padding& padding);
void DataCopyPadOut(const GlobalSpan& dst, const LocalSpan& src, const PadElement& element,
                    const PadCopy& copy, bool compact);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_DATA_COPY_H_
