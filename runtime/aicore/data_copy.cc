#include "runtime/aicore/data_copy.h"

#include <cstdint>
#include <cstring>

#include "runtime/aicore/core.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

constexpr int64_t kMaxBlockCount = 4095;
constexpr int64_t kMaxPadBlockBytes = 2097151;
constexpr int64_t kMaxStride = int64_t{1} << 32;
constexpr int kArchWithCompactMode = 3510;  // also negative strides

int64_t RoundUp(int64_t bytes) { return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes; }

// From the start of the first block to the end of the last.
int64_t Extent(int64_t count, int64_t bytes, int64_t gap) {
  return count * bytes + (count - 1) * gap;
}

void CheckCount(Instruction& instruction, int64_t count) {
  if (count > kMaxBlockCount) instruction.Fail("blockCount", count, "; 0 to ", kMaxBlockCount);
}

// The rules of DataCopy. False: there is nothing to do.
bool CheckDataCopy(Instruction& instruction, const BlockCopy& copy) {
  CheckCount(instruction, copy.count);
  if (copy.bytes % kBlockBytes != 0) {
    instruction.Fail("count", copy.bytes, " bytes; DataCopy moves whole blocks of ", kBlockBytes,
                     " bytes and would leave out the last ", copy.bytes % kBlockBytes,
                     "; DataCopyPad moves all");
  }
  return copy.count != 0 && copy.bytes != 0;
}

void CheckGlobalAlignment(Instruction& instruction, const char* operand, const GlobalSpan& span,
                          int64_t element_bytes) {
  if (span.begin % static_cast<uint64_t>(element_bytes) != 0) {
    instruction.Fail(operand, "the address in global memory is not a multiple of ", element_bytes,
                     ", the size of the element");
  }
}

void CheckPad(Instruction& instruction, const PadElement& element, const PadCopy& copy,
              bool compact) {
  const Product& product = *instruction.soc().product;
  instruction.Need(product.data_copy_pad, "DataCopyPad");
  instruction.Need(product.bfloat16 || !element.bfloat16, "bfloat16");
  instruction.Need(!compact || product.npu_arch == kArchWithCompactMode, "PaddingMode::Compact");
  CheckCount(instruction, copy.count);
  if (copy.bytes > kMaxPadBlockBytes)
    instruction.Fail("blockLen", copy.bytes, " bytes; 0 to ", kMaxPadBlockBytes);
  if (copy.bytes % element.bytes != 0)
    instruction.Fail("blockLen", copy.bytes, " bytes; a multiple of ", element.bytes,
                     ", the size of the element");
  const int64_t least = product.npu_arch == kArchWithCompactMode ? -kMaxStride : 0;
  if (copy.src_stride < least || copy.src_stride >= kMaxStride)
    instruction.Fail("srcStride", copy.src_stride, "; ", least, " to ", kMaxStride - 1);
  if (copy.dst_stride < least || copy.dst_stride >= kMaxStride)
    instruction.Fail("dstStride", copy.dst_stride, "; ", least, " to ", kMaxStride - 1);
}

// The unified buffer's side of a DataCopyPad: the byte at which each block starts, relative to the
// operand, and the range of all blocks.
struct LocalBlocks {
  LocalBlocks(int64_t count, int64_t block_bytes, int64_t stride, bool compact)
      : step(compact ? block_bytes : RoundUp(block_bytes) + stride * kBlockBytes),
        bytes(compact ? RoundUp(count * block_bytes) : (count - 1) * step + RoundUp(block_bytes)) {}
  int64_t step;
  int64_t bytes;
};

}  // namespace

void DataCopyIn(const LocalSpan& dst, const GlobalSpan& src, int64_t element_bytes,
                const BlockCopy& copy) {
  Instruction instruction("DataCopy", Pipe::kMte2);
  if (!CheckDataCopy(instruction, copy)) return;
  CheckGlobalAlignment(instruction, "src", src, element_bytes);
  uint8_t* to = instruction.Locate("dst", dst, Extent(copy.count, copy.bytes, copy.dst_gap));
  for (int64_t i = 0; i < copy.count; ++i) {
    const int64_t at = i * (copy.bytes + copy.dst_gap);
    const uint8_t* const from =
        instruction.ReadGlobal("src", src, i * (copy.bytes + copy.src_gap), copy.bytes);
    std::memcpy(to + at, from, static_cast<size_t>(copy.bytes));
    instruction.Expect(from + copy.bytes, copy.bytes);
    instruction.MarkWritten(dst, at, copy.bytes);
  }
  instruction.Done(copy.count * copy.bytes / element_bytes, copy.count * copy.bytes);
}

void DataCopyOut(const GlobalSpan& dst, const LocalSpan& src, int64_t element_bytes,
                 const BlockCopy& copy) {
  Instruction instruction("DataCopy", Pipe::kMte3);
  if (!CheckDataCopy(instruction, copy)) return;
  CheckGlobalAlignment(instruction, "dst", dst, element_bytes);
  const uint8_t* from =
      instruction.Locate("src", src, Extent(copy.count, copy.bytes, copy.src_gap));
  for (int64_t i = 0; i < copy.count; ++i) {
    const int64_t at = i * (copy.bytes + copy.src_gap);
    instruction.CheckWritten("src", src, at, copy.bytes);
    instruction.StoreGlobal("dst", dst, i * (copy.bytes + copy.dst_gap), from + at, copy.bytes);
  }
  instruction.Done(copy.count * copy.bytes / element_bytes, copy.count * copy.bytes);
}

void DataCopyWithin(const LocalSpan& dst, const LocalSpan& src, int64_t element_bytes,
                    const BlockCopy& copy) {
  Instruction instruction("DataCopy", Pipe::kVector);
  if (!CheckDataCopy(instruction, copy)) return;
  const int64_t src_extent = Extent(copy.count, copy.bytes, copy.src_gap);
  const int64_t dst_extent = Extent(copy.count, copy.bytes, copy.dst_gap);
  const uint8_t* from = instruction.Locate("src", src, src_extent);
  uint8_t* to = instruction.Locate("dst", dst, dst_extent);
  instruction.CheckOverlap(dst, dst_extent, "src", src, src_extent);
  for (int64_t i = 0; i < copy.count; ++i) {
    const int64_t src_at = i * (copy.bytes + copy.src_gap);
    const int64_t dst_at = i * (copy.bytes + copy.dst_gap);
    instruction.ReadAny("src", src.From(src_at), copy.bytes);
    std::memmove(to + dst_at, from + src_at, static_cast<size_t>(copy.bytes));
    instruction.MarkComputed(dst, {dst.begin + dst_at, 1}, {{{src.begin + src_at, 1}}}, copy.bytes);
  }
  instruction.Done(copy.count * copy.bytes / element_bytes, copy.count * copy.bytes);
}

void DataCopyPadIn(const LocalSpan& dst, const GlobalSpan& src, const PadElement& element,
                   const PadCopy& copy, const Padding& padding) {
  Instruction instruction("DataCopyPad", Pipe::kMte2);
  CheckPad(instruction, element, copy, padding.compact);
  const int64_t left = padding.left * element.bytes;
  const int64_t right = padding.right * element.bytes;
  if (left > kBlockBytes)
    instruction.Fail("leftPadding", padding.left, " elements, ", left, " bytes; at most ",
                     kBlockBytes);
  if (right > kBlockBytes)
    instruction.Fail("rightPadding", padding.right, " elements, ", right, " bytes; at most ",
                     kBlockBytes);
  if (padding.fill && element.bytes == 8 && padding.value != 0)
    instruction.Fail("paddingValue", "of a 64-bit type; only 0 can be filled in");
  if (copy.count == 0 || copy.bytes == 0) return;

  const int64_t used = left + copy.bytes + right;
  const LocalBlocks blocks(copy.count, used, copy.dst_stride, padding.compact);
  if (blocks.step < 0)
    instruction.Fail("dstStride", copy.dst_stride, "; blocks would lie before dst");
  uint8_t* to = instruction.Locate("dst", dst, blocks.bytes);
  const auto fill = [&](int64_t begin, int64_t end, const void* value) {
    for (int64_t at = begin; at < end; at += element.bytes)
      std::memcpy(to + at, value, static_cast<size_t>(element.bytes));
  };
  const bool is_filled = padding.fill || (left == 0 && right == 0);
  const bool has_gaps = !padding.compact && copy.dst_stride > 0;
  for (int64_t i = 0; i < copy.count; ++i) {
    const int64_t at = i * blocks.step;
    const uint8_t* from =
        instruction.ReadGlobal("src", src, i * (copy.bytes + copy.src_stride), copy.bytes);
    std::memcpy(to + at + left, from, static_cast<size_t>(copy.bytes));
    instruction.Expect(from + copy.bytes, copy.bytes);
    // Without Compact each block is filled up to a multiple of 32 bytes, with it only the last.
    int64_t end = at + used;
    if (!padding.compact) end = at + RoundUp(used);
    if (padding.compact && i == copy.count - 1) end = blocks.bytes;
    if (!is_filled) {
      instruction.MarkUndefined(dst, at, left);
      instruction.MarkWritten(dst, at + left, copy.bytes);
      instruction.MarkUndefined(dst, at + left + copy.bytes, end - at - left - copy.bytes);
      continue;
    }
    // The documented filling without padding is the block's first element.
    fill(at, at + left, &padding.value);
    fill(at + left + copy.bytes, end,
         padding.fill ? static_cast<const void*>(&padding.value) : from);
    if (has_gaps) instruction.MarkWritten(dst, at, end - at);
  }
  if (is_filled && !has_gaps) instruction.MarkWritten(dst, 0, blocks.bytes);
  instruction.Done(copy.count * copy.bytes / element.bytes, copy.count * copy.bytes);
}

void DataCopyPadOut(const GlobalSpan& dst, const LocalSpan& src, const PadElement& element,
                    const PadCopy& copy, bool compact) {
  Instruction instruction("DataCopyPad", Pipe::kMte3);
  CheckPad(instruction, element, copy, compact);
  if (copy.count == 0 || copy.bytes == 0) return;
  const LocalBlocks blocks(copy.count, copy.bytes, copy.src_stride, compact);
  if (blocks.step < 0)
    instruction.Fail("srcStride", copy.src_stride, "; blocks would lie before src");
  const uint8_t* from =
      instruction.Locate("src", src, compact ? copy.count * copy.bytes : blocks.bytes);
  for (int64_t i = 0; i < copy.count; ++i) {
    instruction.CheckWritten("src", src, i * blocks.step, copy.bytes);
    instruction.StoreGlobal("dst", dst, i * (copy.bytes + copy.dst_stride), from + i * blocks.step,
                            copy.bytes);
  }
  instruction.Done(copy.count * copy.bytes / element.bytes, copy.count * copy.bytes);
}

}  // namespace openaclnn::aicore
