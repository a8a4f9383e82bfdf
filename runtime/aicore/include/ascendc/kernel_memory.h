// Atomic copies, global memory filled at once, caches, the CTRL register, flags between cores,
// lists of tensors.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_MEMORY_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_MEMORY_H_

#include <cstdint>
#include <cstring>
#include <optional>

#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_sync.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/memory.h"

namespace AscendC {

// Copies to global memory keep the greater, or the lesser, from now on, until SetAtomicNone. float,
// half, bfloat16_t, int32_t, int16_t, int8_t. Ascend 950, Atlas A2 and A3.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void SetAtomicMax() {
  openaclnn::aicore::SetAtomic("SetAtomicMax", internal::AtomicOf<T>(),
                               openaclnn::aicore::Core::AtomicOp::kMax);
}
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void SetAtomicMin() {
  openaclnn::aicore::SetAtomic("SetAtomicMin", internal::AtomicOf<T>(),
                               openaclnn::aicore::Core::AtomicOp::kMin);
}

// `size` elements of gm = value. It needs some of the unified buffer that no buffer has, and a
// SyncAll before other blocks use gm. Ascend 950, Atlas A2 and A3.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void InitOutput(GlobalTensor<T> gm, uint32_t size, T value = 0) {
  static_assert(!internal::kIsInt4<T>, "InitOutput: not of int4b_t");
  openaclnn::aicore::FillGlobal("InitOutput", gm.span(), sizeof(T), &value, size);
}
// The newer name.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void Fill(GlobalTensor<T> gm, uint64_t size, T value) {
  static_assert(!internal::kIsInt4<T>, "Fill: not of int4b_t");
  openaclnn::aicore::FillGlobal("Fill", gm.span(), sizeof(T), &value, static_cast<int64_t>(size));
}

enum class CacheLine : uint64_t { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE };
enum class DcciDst : uint64_t {
  CACHELINE_ALL = 0,
  CACHELINE_UB,
  CACHELINE_OUT,
  CACHELINE_ATOMIC,
};

// Writes back what SetValue changed in the line of 64 bytes with the tensor's first element, or in
// every line. The line is dropped, so later scalar reads see global memory.
template <typename T, CacheLine entireType>
OPENACLNN_ASCENDC_FUNCTION void DataCacheCleanAndInvalid(const GlobalTensor<T>& dst) {
  openaclnn::aicore::CleanCache(dst.span(), entireType == CacheLine::ENTIRE_DATA_CACHE,
                                openaclnn::aicore::CacheDestination::kNone);
}
template <typename T, CacheLine entireType, DcciDst dcciDst>
OPENACLNN_ASCENDC_FUNCTION void DataCacheCleanAndInvalid(const GlobalTensor<T>& dst) {
  openaclnn::aicore::CleanCache(dst.span(), entireType == CacheLine::ENTIRE_DATA_CACHE,
                                static_cast<openaclnn::aicore::CacheDestination>(dcciDst));
}
// The unified buffer has no cache before it.
template <typename T, CacheLine entireType, DcciDst dcciDst>
OPENACLNN_ASCENDC_FUNCTION void DataCacheCleanAndInvalid(const LocalTensor<T>& dst) {
  openaclnn::aicore::CleanCache(dst.span(),
                                static_cast<openaclnn::aicore::CacheDestination>(dcciDst));
}

// A hint, which may be ignored, and here is.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void DataCachePreload(const GlobalTensor<uint64_t>& /*src*/,
                                                 const T /*cacheOffset*/) {}

// Bit 48 of the CTRL register: 1: results that are too large become infinity; 0: the largest finite
// number, and NaN becomes 0. Ascend 950, Atlas A2 and A3.
template <int8_t startBit, int8_t endBit>
int64_t GetCtrlSpr() {
  return openaclnn::aicore::GetControl(startBit, endBit);
}
template <int8_t startBit, int8_t endBit>
OPENACLNN_ASCENDC_FUNCTION void SetCtrlSpr(int64_t value) {
  openaclnn::aicore::SetControl(startBit, endBit, value);
}
template <int8_t startBit, int8_t endBit>
OPENACLNN_ASCENDC_FUNCTION void ResetCtrlSpr() {
  openaclnn::aicore::ResetControl(startBit, endBit);
}

// A block passes CrossCoreWaitFlag when all of them have set the flag as often as it has waited:
// in mode 0 all blocks, in mode 1 the two of an AI core, 2 i and 2 i + 1. The flag is set when what
// `pipe` has been given before is complete; nothing is said of other pipes. A wait holds up all
// pipes. Ascend 950, Atlas A2 and A3.
template <uint8_t modeId, pipe_t pipe>
OPENACLNN_ASCENDC_FUNCTION void CrossCoreSetFlag(uint16_t flagId) {
  using openaclnn::aicore::Pipe;
  // Pipes that only cube cores have never have anything to do.
  constexpr Pipe kPipe = pipe == PIPE_V      ? Pipe::kVector
                         : pipe == PIPE_MTE2 ? Pipe::kMte2
                         : pipe == PIPE_MTE3 ? Pipe::kMte3
                                             : Pipe::kScalar;
  openaclnn::aicore::SetCrossCoreFlag(
      modeId, pipe == PIPE_ALL ? std::nullopt : std::optional(kPipe), flagId);
}
template <uint8_t modeId = 0, pipe_t pipe = PIPE_S>
OPENACLNN_ASCENDC_FUNCTION void CrossCoreWaitFlag(uint16_t flagId) {
  openaclnn::aicore::WaitForCrossCoreFlag(modeId, flagId);
}

// One tensor of a list. SetShapeAddr says where GetDesc may write its shape.
template <typename T>
class TensorDesc {
 public:
  void SetShapeAddr(uint64_t* shape) { shape_ = shape; }
  uint64_t GetDim() const { return dim_; }
  uint64_t GetIndex() const { return index_; }
  uint64_t GetShape(uint32_t offset) const {
    if (shape_ == nullptr || offset >= dim_)
      openaclnn::aicore::Core::Current().Fail(
          "TensorDesc.GetShape", "offset", offset, " of ", dim_, " dimensions",
          shape_ == nullptr ? "; SetShapeAddr comes first" : "");
    return shape_[offset];
  }
  T* GetDataPtr() const { return data_; }

 private:
  friend class ListTensorDesc;
  uint64_t* shape_ = nullptr;
  uint64_t dim_ = 0;
  uint64_t index_ = 0;
  T* data_ = nullptr;
};

// The tensors of a dynamic input. In global memory: the bytes from here to the addresses; for each
// tensor a word with its number of dimensions (low half) and index (high half), and its dimensions;
// then the addresses.
class ListTensorDesc {
 public:
  ListTensorDesc() = default;
  explicit ListTensorDesc(GM_ADDR data) { Init(data); }
  void Init(GM_ADDR data) { words_.SetGlobalBuffer(reinterpret_cast<__gm__ uint64_t*>(data)); }

  uint32_t GetSize() const {
    uint32_t size = 0;
    for (uint64_t at = 1; at < Addresses(); at += 1 + Dim(at)) ++size;
    return size;
  }
  template <typename T>
  T* GetDataPtr(uint32_t index) const {
    Find(index);
    return reinterpret_cast<T*>(static_cast<uintptr_t>(words_.GetValue(Addresses() + index)));
  }
  template <typename T>
  OPENACLNN_ASCENDC_FUNCTION void GetDesc(TensorDesc<T>& desc, uint32_t index) const {
    const uint64_t at = Find(index);
    desc.dim_ = Dim(at);
    desc.index_ = words_.GetValue(at) >> 32;
    desc.data_ = GetDataPtr<T>(index);
    for (uint64_t i = 0; desc.shape_ != nullptr && i < desc.dim_; ++i)
      desc.shape_[i] = words_.GetValue(at + 1 + i);
  }

 private:
  // In words from the start.
  uint64_t Addresses() const { return words_.GetValue(0) / sizeof(uint64_t); }
  uint64_t Dim(uint64_t at) const { return words_.GetValue(at) & 0xFFFFFFFF; }
  uint64_t Find(uint32_t index) const {
    uint64_t at = 1;
    const uint64_t end = Addresses();
    for (uint32_t i = 0; i < index && at < end; ++i) at += 1 + Dim(at);
    if (at >= end)
      openaclnn::aicore::Core::Current().Fail("ListTensorDesc", "index", index, "; the list has ",
                                              GetSize(), " tensors");
    return at;
  }

  GlobalTensor<uint64_t> words_;
};

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_MEMORY_H_
