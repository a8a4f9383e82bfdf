#include "runtime/cpu/indexed.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/cpu/indexed.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/cache_control.h"
#include "hwy/highway.h"

#ifndef OPENACLNN_RUNTIME_CPU_INDEXED_ONCE_
#define OPENACLNN_RUNTIME_CPU_INDEXED_ONCE_

#include <algorithm>
#include <cstring>

#include "runtime/tensor/dtype.h"

namespace openaclnn {

// Columns of elements that are put together: several cache lines, so that no two threads write the
// same one.
inline constexpr int64_t kColumns = 256;

// Rows of so many bytes are copied in pieces.
inline constexpr size_t kPiece = 16, kShort = 128;

// Rows of fewer elements are copied through the caches.
inline constexpr int64_t kStreamedRow = 128;

inline int64_t LastStride(const ElementwiseOperand& operand) {
  return operand.strides.empty() ? 0 : operand.strides.back();
}

// By how much an operand steps from row to row.
inline int64_t RowStride(const ElementwiseOperand& operand) {
  const size_t rank = operand.strides.size();
  return rank < 2 ? 0 : operand.strides[rank - 2];
}

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_CPU_INDEXED_ONCE_

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
HWY_INLINE void Copy(const T* from, int64_t from_step, T* to, int64_t to_step, int64_t count) {
  if (from_step == 1 && to_step == 1) {
    const size_t bytes = static_cast<size_t>(count) * sizeof(T);
    if (bytes < kPiece || bytes > kShort) {
      std::memcpy(to, from, bytes);
      return;
    }
    // Sooner done than called: in pieces, of which the last may overlap the one before.
    const auto piece = [from, to](size_t at) {
      std::memcpy(reinterpret_cast<char*>(to) + at, reinterpret_cast<const char*>(from) + at,
                  kPiece);
    };
    for (size_t at = 0; at + kPiece < bytes; at += kPiece) piece(at);
    piece(bytes - kPiece);
    return;
  }
  for (int64_t i = 0; i < count; ++i) to[i * to_step] = from[i * from_step];
}

// Bytes to where nobody will soon read them. Call FlushStream() after the last.
HWY_ATTR void CopyPastCaches(const char* from, char* to, size_t bytes) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d);
  const auto off = static_cast<size_t>(reinterpret_cast<uintptr_t>(to) % lanes);
  size_t at = std::min(off == 0 ? 0 : lanes - off, bytes);
  std::memcpy(to, from, at);
  for (; at + lanes <= bytes; at += lanes) {
    const auto v = hn::LoadU(d, reinterpret_cast<const uint8_t*>(from + at));
    hn::Stream(v, d, reinterpret_cast<uint8_t*>(to + at));
  }
  std::memcpy(to + at, from + at, bytes - at);
}

template <class T>
HWY_INLINE void Clear(T* to, int64_t to_step, int64_t count) {
  if (to_step == 1) {
    std::memset(to, 0, static_cast<size_t>(count) * sizeof(T));
    return;
  }
  for (int64_t i = 0; i < count; ++i) to[i * to_step] = 0;
}

template <class T, class Index>
void Gather(const ElementwiseTask& task, int64_t begin, int64_t end) {
  const IndexedDim dim = IndexedDim::Of(task);
  const ElementwiseOperand &from = task.inputs[0], &at = task.inputs[1], &to = task.outputs[0];
  const int64_t from_step = LastStride(from), at_step = LastStride(at), to_step = LastStride(to);
  const int64_t from_row = RowStride(from), at_row = RowStride(at), to_row = RowStride(to);
  const bool streams = OutputsExceedCache(task) && at_step == 0 && from_step == 1 && to_step == 1 &&
                       task.shape.back() >= kStreamedRow;
  while (begin < end) {
    const RowWalker walker(task, begin);
    const T* source = static_cast<const T*>(from.data) + walker.OffsetOf(from);
    const Index* index = static_cast<const Index*>(at.data) + walker.OffsetOf(at);
    T* result = static_cast<T*>(to.data) + walker.OffsetOf(to);
    const int64_t count = std::min(walker.left(), end - begin);
    // Whole rows are next to each other; of others there is one.
    const int64_t rows = std::max<int64_t>(std::min(walker.rows(), (end - begin) / count), 1);
    for (int64_t row = 0; row < rows; ++row) {
      int64_t offset;
      if (at_step == 0) {
        const bool found = dim.Find(*index, offset);
        if (found && streams) {
          CopyPastCaches(reinterpret_cast<const char*>(source + offset),
                         reinterpret_cast<char*>(result), static_cast<size_t>(count) * sizeof(T));
        } else if (found) {
          Copy(source + offset, from_step, result, to_step, count);
        } else {
          Clear(result, to_step, count);
        }
      } else {
        for (int64_t i = 0; i < count; ++i) {
          const bool found = dim.Find(index[i * at_step], offset);
          result[i * to_step] = found ? source[i * from_step + offset] : T{0};
        }
      }
      source += from_row;
      index += at_row;
      result += to_row;
    }
    begin += rows * count;
  }
  if (streams) hwy::FlushStream();
}

template <class T, class Index>
void Put(const ElementwiseTask& task, int64_t begin, int64_t end) {
  const IndexedDim dim = IndexedDim::Of(task);
  // Places are written in the order of the indices, which is why no two threads have elements of
  // the same column: each of the blocks of columns belongs to who has its first element.
  ElementwiseTask columns = task;
  int64_t indices = 1, from_row = 0, at_row = 0;
  if (!task.shape.empty() && task.outputs[0].strides.back() == 0) {
    indices = task.shape.back();
    from_row = task.inputs[0].strides.back();
    at_row = task.inputs[1].strides.back();
    const auto drop_last = [](Dims& dims) { dims.erase(dims.end() - 1); };
    drop_last(columns.shape);
    for (ElementwiseOperand& input : columns.inputs) drop_last(input.strides);
    drop_last(columns.outputs[0].strides);
    columns.count /= indices;
  }
  const auto first_column = [&](int64_t element) {
    const int64_t block = indices * kColumns;
    return std::min((element + block - 1) / block * kColumns, columns.count);
  };
  const int64_t last = end == task.count ? columns.count : first_column(end);
  int64_t column = first_column(begin);
  if (column >= last) return;
  const ElementwiseOperand &from = columns.inputs[0], &at = columns.inputs[1],
                           &to = columns.outputs[0];
  const int64_t from_step = LastStride(from), at_step = LastStride(at), to_step = LastStride(to);
  RowWalker walker(columns, column);
  while (column < last) {
    const T* source = static_cast<const T*>(from.data) + walker.OffsetOf(from);
    const Index* index = static_cast<const Index*>(at.data) + walker.OffsetOf(at);
    T* result = static_cast<T*>(to.data) + walker.OffsetOf(to);
    const int64_t count = std::min(walker.left(), last - column);
    if (at_step == 0) {
      for (int64_t k = 0; k < indices; ++k) {
        int64_t offset;
        if (dim.Find(index[k * at_row], offset))
          Copy(source + k * from_row, from_step, result + offset, to_step, count);
      }
    } else {
      for (int64_t i = 0; i < count; ++i) {
        for (int64_t k = 0; k < indices; ++k) {
          int64_t offset;
          if (dim.Find(index[i * at_step + k * at_row], offset))
            result[i * to_step + offset] = source[i * from_step + k * from_row];
        }
      }
    }
    walker.Advance(count);
    column += count;
  }
}

using Function = void (*)(const ElementwiseTask& task, int64_t begin, int64_t end);

template <class T>
void GatherTyped(const ElementwiseTask& task, int64_t begin, int64_t end) {
  task.inputs[1].dtype == ACL_INT32 ? Gather<T, int32_t>(task, begin, end)
                                    : Gather<T, int64_t>(task, begin, end);
}

template <class T>
void PutTyped(const ElementwiseTask& task, int64_t begin, int64_t end) {
  task.inputs[1].dtype == ACL_INT32 ? Put<T, int32_t>(task, begin, end)
                                    : Put<T, int64_t>(task, begin, end);
}

// By the size of the elements. Bytes, 16, 32 and 64 bits.
void Run(const Function (&functions)[4], const ElementwiseTask& task, int64_t begin, int64_t end) {
  RecordElementwiseTarget(HWY_TARGET);
  const size_t bytes = DTypeBytes(task.outputs[0].dtype);
  functions[bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3](task, begin, end);
}

void GatherAny(const ElementwiseTask& task, int64_t begin, int64_t end) {
  Run({GatherTyped<uint8_t>, GatherTyped<uint16_t>, GatherTyped<uint32_t>, GatherTyped<uint64_t>},
      task, begin, end);
}

void PutAny(const ElementwiseTask& task, int64_t begin, int64_t end) {
  Run({PutTyped<uint8_t>, PutTyped<uint16_t>, PutTyped<uint32_t>, PutTyped<uint64_t>}, task, begin,
      end);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(GatherAny);
HWY_EXPORT(PutAny);

}  // namespace

Numbers IndexedDim::ToNumbers() const {
  return {Number::Integer(extent), Number::Integer(stride), Number::Integer(wraps)};
}

IndexedDim IndexedDim::Of(const ElementwiseTask& task) {
  return {task.numbers[0].AsInt64(), task.numbers[1].AsInt64(), task.numbers[2].AsBool()};
}

void GatherElements(const ElementwiseTask& task, int64_t begin, int64_t end) {
  HWY_DYNAMIC_DISPATCH(GatherAny)(task, begin, end);
}

void PutElements(const ElementwiseTask& task, int64_t begin, int64_t end) {
  HWY_DYNAMIC_DISPATCH(PutAny)(task, begin, end);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
