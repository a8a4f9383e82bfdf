// TPipe, TQue, TQueBind and TBuf: who owns which part of the unified buffer, and when.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_TPIPE_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_TPIPE_H_

#include <cstdint>

#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_sync.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"

namespace AscendC {

// A queue of buffers between two stages of a kernel. A buffer goes from AllocTensor through EnQue
// and DeQue to FreeTensor. `depth` is how many tensors may be enqueued before one is dequeued (0
// counts as 1); the number of buffers is InitBuffer's.
template <TPosition src, TPosition dst, int32_t depth, auto mask = 0>
class TQueBind {
 public:
  static constexpr openaclnn::aicore::Passage kPassage = {src, dst};
  static constexpr TPosition kPosition = kPassage.position();
  static constexpr int32_t kDepth = depth;

  template <typename T>
  LocalTensor<T> AllocTensor() {
    return LocalTensor<T>(openaclnn::aicore::Core::Current().Alloc(queue_));
  }
  template <typename T>
  bool EnQue(const LocalTensor<T>& tensor) {
    openaclnn::aicore::Core::Current().EnQue(queue_, tensor.span());
    return true;
  }
  template <typename T>
  LocalTensor<T> DeQue() {
    return LocalTensor<T>(openaclnn::aicore::Core::Current().DeQue(queue_));
  }
  // Between other positions than the queue's own, the same ones on both sides.
  template <TPosition from, TPosition to, typename T>
  bool EnQue(const LocalTensor<T>& tensor) {
    static_assert(from != TPosition::GM || to != TPosition::GM, "no pipe copies within GM");
    constexpr openaclnn::aicore::Passage kGiven = {from, to};
    openaclnn::aicore::Core::Current().EnQue(queue_, tensor.span(), &kGiven);
    return true;
  }
  template <TPosition from, TPosition to, typename T>
  LocalTensor<T> DeQue() {
    static_assert(from != TPosition::GM || to != TPosition::GM, "no pipe copies within GM");
    constexpr openaclnn::aicore::Passage kGiven = {from, to};
    return LocalTensor<T>(openaclnn::aicore::Core::Current().DeQue(queue_, &kGiven));
  }
  template <typename T>
  OPENACLNN_ASCENDC_FUNCTION void FreeTensor(const LocalTensor<T>& tensor) {
    openaclnn::aicore::Core::Current().Free(queue_, tensor.span());
  }
  // The forms of queues of depth 0.
  template <typename T>
  OPENACLNN_ASCENDC_FUNCTION void AllocTensor(LocalTensor<T>& tensor) {
    tensor = AllocTensor<T>();
  }
  template <typename T>
  OPENACLNN_ASCENDC_FUNCTION void DeQue(LocalTensor<T>& tensor) {
    tensor = DeQue<T>();
  }

  bool HasTensorInQue() const { return openaclnn::aicore::Core::Current().Queued(queue_) > 0; }
  int32_t GetTensorCountInQue() const {
    return static_cast<int32_t>(openaclnn::aicore::Core::Current().Queued(queue_));
  }
  bool VacantInQue() const { return openaclnn::aicore::Core::Current().Vacant(queue_) > 0; }
  bool HasIdleBuffer() const { return openaclnn::aicore::Core::Current().Idle(queue_) > 0; }

 private:
  friend class TPipe;
  int32_t queue_ = -1;
};

template <TPosition position, int32_t depth, auto mask = 0>
class TQue : public TQueBind<position == TPosition::VECIN ? TPosition::GM : position,
                             position == TPosition::VECIN ? position : TPosition::GM, depth, mask> {
};

// A buffer for intermediate results, without a queue.
template <TPosition position = TPosition::VECCALC>
class TBuf {
 public:
  static constexpr TPosition kPosition = position;

  template <typename T>
  LocalTensor<T> Get() const {
    return LocalTensor<T>(span_);
  }
  // The first `elements` elements.
  template <typename T>
  LocalTensor<T> Get(uint32_t elements) const {
    return GetWithOffset<T>(elements, 0);
  }
  // `elements` elements, `offset` bytes from the buffer's start.
  template <typename T>
  LocalTensor<T> GetWithOffset(uint32_t elements, uint32_t offset) const {
    const int64_t bytes = internal::BytesOf<T>("TBuf.Get", "len", elements);
    if (bytes > span_.bytes - int64_t{offset}) {
      openaclnn::aicore::Core::Current().Fail("TBuf.Get", "len", "bytes ", offset, " to ",
                                              offset + bytes, " of a buffer of ", span_.bytes,
                                              " bytes");
    }
    return LocalTensor<T>(span_.From(offset).WithBytes(bytes));
  }
  template <typename T>
  LocalTensor<T> AllocTensor() const {
    return Get<T>();
  }
  template <typename T>
  OPENACLNN_ASCENDC_FUNCTION void FreeTensor(const LocalTensor<T>&) const {}

 private:
  friend class TPipe;
  openaclnn::aicore::LocalSpan span_;
};

// Gives queues and buffers their memory. A kernel has one.
class TPipe {
 public:
  TPipe() { Init(); }
  ~TPipe() { Destroy(); }
  TPipe(const TPipe&) = delete;
  TPipe& operator=(const TPipe&) = delete;

  void Init() {
    openaclnn::aicore::Core::Current().OpenPipe(this);
    open_ = true;
  }
  void Destroy() {
    if (open_) openaclnn::aicore::Core::Current().ClosePipe();
    open_ = false;
  }
  // Takes all memory back, for another plan.
  void Reset() { openaclnn::aicore::Core::Current().ResetPipe(); }

  // `number` buffers of `bytes` bytes each, rounded up to 32.
  template <TPosition src, TPosition dst, int32_t depth, auto mask>
  bool InitBuffer(TQueBind<src, dst, depth, mask>& queue, uint8_t number, uint32_t bytes) {
    queue.queue_ =
        openaclnn::aicore::Core::Current().AddQueue(queue.kPassage, depth, number, bytes);
    return true;
  }
  template <TPosition position>
  bool InitBuffer(TBuf<position>& buffer, uint32_t bytes) {
    openaclnn::aicore::Core& core = openaclnn::aicore::Core::Current();
    buffer.span_ = core.Whole(core.AddBuffers("TPipe.InitBuffer", position, 1, bytes));
    return true;
  }

  // An event id that is free at the moment; Alloc keeps it from others until Release.
  template <HardEvent event>
  TEventID FetchEventID() {
    return FetchEventID(event);
  }
  TEventID FetchEventID(HardEvent event) {
    return openaclnn::aicore::Core::Current().FetchEvent(static_cast<int>(event),
                                                         "TPipe.FetchEventID", false);
  }
  template <HardEvent event>
  TEventID AllocEventID() {
    return openaclnn::aicore::Core::Current().FetchEvent(static_cast<int>(event),
                                                         "TPipe.AllocEventID", true);
  }
  template <HardEvent event>
  OPENACLNN_ASCENDC_FUNCTION void ReleaseEventID(TEventID id) {
    openaclnn::aicore::Core::Current().ReleaseEvent(static_cast<int>(event), id);
  }

 private:
  bool open_ = false;
};

// The kernel's TPipe.
inline TPipe* GetTPipePtr() {
  return static_cast<TPipe*>(openaclnn::aicore::Core::Current().pipe());
}

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_TPIPE_H_
