// GlobalTensor and LocalTensor.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_TENSOR_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_TENSOR_H_

#include <cstdint>
#include <type_traits>

#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/vector/half.h"

namespace AscendC {

// Two lie in a byte of a tensor, the first in the low bits. Offsets and sizes must be even, and
// single elements are not read or written; ReinterpretCast<int8_t>() has the bytes.
using int4b_t = openaclnn::aicore::Int4;

namespace internal {

template <typename T>
inline constexpr bool kIsInt4 = std::is_same_v<T, int4b_t>;

// Of so many elements, which function(operand) is told.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION int64_t BytesOf(const char* function, const char* operand,
                                           int64_t elements) {
  if constexpr (kIsInt4<T>) {
    return openaclnn::aicore::BytesOfInt4(function, operand, elements);
  } else {
    return elements * static_cast<int64_t>(sizeof(T));
  }
}

}  // namespace internal

// Elements in global memory. SetGlobalBuffer without a size leaves the kernel's argument, in which
// the address lies, as the limit.
template <typename T>
class GlobalTensor {
 public:
  using PrimType = T;

  void SetGlobalBuffer(__gm__ T* address) {
    span_ = {.begin = Number(address), .base = Number(address)};
  }
  void SetGlobalBuffer(__gm__ T* address, uint64_t elements) {
    size_ = elements;
    span_ = {.begin = Number(address),
             .base = Number(address),
             .bytes = Bytes("GlobalTensor.SetGlobalBuffer", "bufferSize", elements),
             .bounded = true};
  }

  // The tensor from that element on.
  OPENACLNN_ASCENDC_FUNCTION GlobalTensor operator[](uint64_t offset) const {
    GlobalTensor tensor = *this;
    tensor.span_.begin += Bytes("GlobalTensor[]", "offset", offset);
    return tensor;
  }

  __gm__ T* GetPhyAddr() const { return GetPhyAddr(0); }
  __gm__ T* GetPhyAddr(uint64_t offset) const {
    return reinterpret_cast<T*>(span_.begin + Bytes("GlobalTensor.GetPhyAddr", "offset", offset));
  }

  T GetValue(uint64_t offset) const {
    static_assert(!internal::kIsInt4<T>, "GetValue: not of int4b_t");
    T value;
    openaclnn::aicore::GetGlobalValue((*this)[offset].span_, &value, sizeof(T));
    return value;
  }
  T operator()(uint64_t offset) const { return GetValue(offset); }
  void SetValue(uint64_t offset, T value) const {
    static_assert(!internal::kIsInt4<T>, "SetValue: not of int4b_t");
    openaclnn::aicore::SetGlobalValue((*this)[offset].span_, &value, sizeof(T));
  }

  // Elements as given to SetGlobalBuffer; 0 if it was not told.
  uint64_t GetSize() const { return size_; }
  void SetL2CacheHint(...) {}

  const openaclnn::aicore::GlobalSpan& span() const { return span_; }

 private:
  static uint64_t Number(T* address) { return reinterpret_cast<uintptr_t>(address); }
  OPENACLNN_ASCENDC_FUNCTION static uint64_t Bytes(const char* function, const char* operand,
                                                   uint64_t elements) {
    return static_cast<uint64_t>(
        internal::BytesOf<T>(function, operand, static_cast<int64_t>(elements)));
  }

  openaclnn::aicore::GlobalSpan span_;
  uint64_t size_ = 0;
};

// Elements in the unified buffer. A tensor is a handle: copies stand for the same bytes, until the
// queue it came from takes them back.
template <typename T>
class LocalTensor {
 public:
  using PrimType = T;

  LocalTensor() = default;
  explicit LocalTensor(const openaclnn::aicore::LocalSpan& span) : span_(span) {}

  // The tensor from that element on.
  OPENACLNN_ASCENDC_FUNCTION LocalTensor operator[](uint32_t offset) const {
    return LocalTensor(span_.From(internal::BytesOf<T>("LocalTensor[]", "offset", offset)));
  }

  // The same bytes as elements of another type.
  template <typename U>
  LocalTensor<U> ReinterpretCast() const {
    return LocalTensor<U>(span_);
  }

  // Address in the unified buffer, in bytes from its start.
  uint64_t GetPhyAddr() const { return GetPhyAddr(0); }
  uint64_t GetPhyAddr(uint32_t offset) const {
    return static_cast<uint64_t>(span_.begin +
                                 internal::BytesOf<T>("LocalTensor.GetPhyAddr", "offset", offset));
  }

  T GetValue(uint32_t index) const {
    static_assert(!internal::kIsInt4<T>, "GetValue: not of int4b_t");
    T value;
    openaclnn::aicore::GetLocalValue((*this)[index].span_, &value, sizeof(T));
    return value;
  }
  T operator()(uint32_t index) const { return GetValue(index); }
  template <typename U>
  OPENACLNN_ASCENDC_FUNCTION void SetValue(uint32_t index, U value) const {
    static_assert(!internal::kIsInt4<T>, "SetValue: not of int4b_t");
    const T converted = static_cast<T>(value);
    openaclnn::aicore::SetLocalValue((*this)[index].span_, &converted, sizeof(T));
  }

  // Elements.
  uint32_t GetSize() const {
    const int64_t units = span_.bytes / static_cast<int64_t>(sizeof(T));
    return span_.bytes < 0 ? 0 : static_cast<uint32_t>(internal::kIsInt4<T> ? 2 * units : units);
  }
  uint32_t GetLength() const { return span_.bytes < 0 ? 0 : static_cast<uint32_t>(span_.bytes); }
  OPENACLNN_ASCENDC_FUNCTION void SetSize(uint32_t elements) {
    SetBufferLen(
        static_cast<uint32_t>(internal::BytesOf<T>("LocalTensor.SetSize", "size", elements)));
  }
  void SetBufferLen(uint32_t bytes) { span_ = span_.WithBytes(bytes); }
  int32_t GetPosition() const {
    return static_cast<int32_t>(openaclnn::aicore::Core::Current().PositionOf(span_));
  }

  const openaclnn::aicore::LocalSpan& span() const { return span_; }

 private:
  openaclnn::aicore::LocalSpan span_;
};

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_TENSOR_H_
