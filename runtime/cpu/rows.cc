#include "runtime/cpu/rows.h"

#include <algorithm>
#include <cstring>

#include "hwy/base.h"
#include "hwy/cache_control.h"

namespace openaclnn {
namespace {

constexpr size_t kMaxOperands = 16;
// Of four vectors. No vector of today has more than 256 bytes.
constexpr size_t kMaxBlockBytes = 1024;
constexpr size_t kAlignment = 64;

template <class Raw>
void FillWith(const void* element, size_t count, char* to) {
  Raw value;
  std::memcpy(&value, element, sizeof(Raw));
  for (size_t i = 0; i < count; ++i) std::memcpy(to + i * sizeof(Raw), &value, sizeof(Raw));
}

// `count` copies of an element of so many bytes.
void Fill(const void* element, size_t bytes, size_t count, char* to) {
  switch (bytes) {
    case 1:
      return FillWith<uint8_t>(element, count, to);
    case 2:
      return FillWith<uint16_t>(element, count, to);
    case 4:
      return FillWith<uint32_t>(element, count, to);
    default:
      return FillWith<uint64_t>(element, count, to);
  }
}

// One row of every operand: where it begins.
struct Row {
  const void* inputs[kMaxOperands];
  void* outputs[kMaxOperands];
  size_t count;
  uint32_t repeated;  // bit i: input i is one element
};

class RowsOfKernel {
 public:
  RowsOfKernel(const RowLoops& loops, const void* kernel, size_t inputs, size_t outputs,
               bool stream)
      : loops_(loops), kernel_(kernel), inputs_(inputs), outputs_(outputs), stream_(stream) {}

  void Compute(Row& row) const {
    if (HWY_LIKELY(row.repeated == 0)) return Consecutive(loops_.consecutive, row);
    alignas(kAlignment) char blocks[kMaxOperands][kMaxBlockBytes];
    for (size_t i = 0; i < inputs_; ++i) {
      if ((row.repeated >> i & 1) == 0) continue;
      Fill(row.inputs[i], loops_.element_bytes, loops_.block, blocks[i]);
      row.inputs[i] = blocks[i];
    }
    if (row.repeated + 1 == uint32_t{1} << inputs_) return OneResult(row);
    Consecutive(loops_.repeated, row);
  }

 private:
  // Some inputs may be repeated blocks.
  void Consecutive(RowLoops::Loop loop, const Row& row) const {
    size_t begin = 0;
    bool stream = stream_;
    if (HWY_UNLIKELY(stream)) {
      const int64_t unaligned = ElementsToAlignment(row);
      stream = unaligned >= 0 && static_cast<size_t>(unaligned) < row.count;
      if (stream) begin = static_cast<size_t>(unaligned);
      if (begin > 0) PartBlock(row, 0, begin);
    }
    const size_t end = begin + (row.count - begin) / loops_.block * loops_.block;
    if (begin < end) loop(kernel_, row.inputs, row.outputs, begin, end, stream, row.repeated);
    if (end < row.count) PartBlock(row, end, row.count);
  }

  // All inputs are repeated blocks: so is the result.
  void OneResult(const Row& row) const {
    alignas(kAlignment) char results[kMaxOperands][kMaxBlockBytes];
    void* rows[kMaxOperands];
    for (size_t i = 0; i < outputs_; ++i) rows[i] = results[i];
    loops_.consecutive(kernel_, row.inputs, rows, 0, loops_.block, false, 0);
    // Of several blocks, for copies that take long enough to be worth a call.
    char pattern[2 * kMaxBlockBytes];
    const size_t bytes = row.count * loops_.element_bytes,
                 block = loops_.block * loops_.element_bytes;
    const size_t copied = std::min(bytes, sizeof(pattern) / block * block);
    for (size_t i = 0; i < outputs_; ++i) {
      for (size_t at = 0; at < copied; at += block) std::memcpy(pattern + at, results[i], block);
      auto* const to = static_cast<char*>(row.outputs[i]);
      for (size_t at = 0; at < bytes; at += copied)
        std::memcpy(to + at, pattern, std::min(copied, bytes - at));
    }
  }

  // Fewer elements than a block has: a block of copies.
  void PartBlock(const Row& row, size_t begin, size_t end) const {
    alignas(kAlignment) char in[kMaxOperands][kMaxBlockBytes];
    alignas(kAlignment) char out[kMaxOperands][kMaxBlockBytes];
    const void* from[kMaxOperands];
    void* to[kMaxOperands];
    const size_t bytes = (end - begin) * loops_.element_bytes;
    for (size_t i = 0; i < inputs_; ++i) {
      const bool repeated = (row.repeated >> i & 1) != 0;
      std::memcpy(in[i], Place(row.inputs[i], repeated ? 0 : begin), bytes);
      std::memset(in[i] + bytes, 0, loops_.block * loops_.element_bytes - bytes);
      from[i] = in[i];
    }
    for (size_t i = 0; i < outputs_; ++i) to[i] = out[i];
    loops_.consecutive(kernel_, from, to, 0, loops_.block, false, 0);
    for (size_t i = 0; i < outputs_; ++i) std::memcpy(Place(row.outputs[i], begin), out[i], bytes);
  }

  // Elements to compute before all outputs are aligned as vectors, or -1 if they never are at once.
  int64_t ElementsToAlignment(const Row& row) const {
    const size_t vector = loops_.vector_bytes;
    const size_t first = reinterpret_cast<uintptr_t>(row.outputs[0]) % vector;
    for (size_t i = 1; i < outputs_; ++i) {
      if (reinterpret_cast<uintptr_t>(row.outputs[i]) % vector != first) return -1;
    }
    return first % loops_.element_bytes != 0
               ? -1
               : static_cast<int64_t>((vector - first) % vector / loops_.element_bytes);
  }

  char* Place(void* row, size_t at) const {
    return static_cast<char*>(row) + at * loops_.element_bytes;
  }
  const char* Place(const void* row, size_t at) const {
    return static_cast<const char*>(row) + at * loops_.element_bytes;
  }

  const RowLoops& loops_;
  const void* const kernel_;
  const size_t inputs_, outputs_;
  const bool stream_;
};

}  // namespace

void RunRows(const ElementwiseTask& task, int64_t begin, int64_t end, const RowLoops& loops,
             const void* kernel) {
  const size_t inputs = task.inputs.size(), outputs = task.outputs.size();
  HWY_ASSERT(std::max(inputs, outputs) <= kMaxOperands);
  HWY_ASSERT(loops.block * loops.element_bytes <= kMaxBlockBytes);
  const RowsOfKernel rows(loops, kernel, inputs, outputs, OutputsExceedCache(task));
  const uint32_t repeated = RepeatedInputs(task);
  RowWalker walker(task, begin);
  const auto place = [&](const ElementwiseOperand& operand) {
    return static_cast<char*>(operand.data) +
           walker.OffsetOf(operand) * static_cast<int64_t>(loops.element_bytes);
  };
  for (int64_t at = begin; at < end;) {
    const int64_t run = std::min(walker.left(), end - at);
    Row row;
    row.count = static_cast<size_t>(run);
    row.repeated = repeated;
    for (size_t i = 0; i < inputs; ++i) row.inputs[i] = place(task.inputs[i]);
    for (size_t i = 0; i < outputs; ++i) row.outputs[i] = place(task.outputs[i]);
    rows.Compute(row);
    walker.Advance(run);
    at += run;
  }
}

}  // namespace openaclnn
