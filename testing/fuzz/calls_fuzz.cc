// Sequences of calls of the C API, beside a model of what each must return and what memory then
// holds. One thread; handles that have ended are used again on purpose.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"
#include "testing/attack/calls.h"
#include "testing/fuzz/bytes.h"
#include "testing/fuzz/check.h"

namespace {

using openaclnn::fuzz::Bytes;

constexpr size_t kElements = 64;
constexpr size_t kBytes = kElements * sizeof(int32_t);

// A handle, and whether it has not ended yet.
template <typename Handle>
struct Slot {
  Handle handle = nullptr;
  bool is_live = false;
};

// Device memory, and what it holds when all that is queued has run.
struct Buffer {
  void* data = nullptr;
  bool is_live = false;
  std::array<int32_t, kElements> values = {};
  std::optional<size_t> stream;  // the last that was given work with it
};

// A vector in a buffer.
struct Tensor {
  const aclTensor* handle = nullptr;
  bool is_live = false;
  size_t buffer = 0;
  int64_t offset = 0, count = 0;
};

struct Executor {
  aclOpExecutor* handle = nullptr;
  bool is_live = false;
  bool is_repeatable = false;
  std::array<Tensor, 3> tensors;  // self, other, out as they were in phase 1
  std::array<size_t, 3> slots = {};
  int64_t alpha = 0;
  uint64_t workspace = 0;
};

class Model {
 public:
  explicit Model(Bytes& bytes) : bytes_(bytes) {}

  void Step() {
    switch (bytes_.Pick(16)) {
      case 0:
        return NewStream();
      case 1:
        return EndStream();
      case 2:
        return NewEvent();
      case 3:
        return EndEvent();
      case 4:
        return UseEvent();
      case 5:
        return NewBuffer();
      case 6:
        return EndBuffer();
      case 7:
        return Upload();
      case 8:
        return Fill();
      case 9:
        return Copy();
      case 10:
      case 11:
        return NewTensor();
      case 12:
        return EndTensor();
      case 13:
        return Phase1();
      case 14:
        return Phase2();
      default:
        return bytes_.Pick(4) == 0 ? EndExecutor() : Check(PickLive(buffers_));
    }
  }

  void End() {
    for (size_t i = 0; i < buffers_.size(); ++i) Check(i);
    for (Executor& executor : executors_)
      if (executor.is_live) FUZZ_CHECK(aclDestroyAclOpExecutor(executor.handle) == 0);
    for (Tensor& tensor : tensors_)
      if (tensor.is_live) FUZZ_CHECK(aclDestroyTensor(tensor.handle) == 0);
    for (auto& event : events_)
      if (event.is_live) FUZZ_CHECK(aclrtDestroyEvent(event.handle) == 0);
    for (auto& stream : streams_)
      if (stream.is_live) FUZZ_CHECK(aclrtDestroyStream(stream.handle) == 0);
    for (Buffer& buffer : buffers_)
      if (buffer.is_live) FUZZ_CHECK(aclrtFree(buffer.data) == 0);
  }

 private:
  // Mostly one that has not ended, if there is one. A stream that was never made is null, which
  // stands for the default stream.
  template <typename Slots>
  size_t PickLive(const Slots& slots) {
    const uint8_t choice = bytes_.Byte();
    const size_t first = choice % slots.size();
    if (choice >= 224) return first;
    for (size_t i = 0; i < slots.size(); ++i) {
      const size_t slot = (first + i) % slots.size();
      if (slots[slot].is_live) return slot;
    }
    return first;
  }
  // A place for a new object: free, or that of one that has ended.
  template <typename Slots>
  std::optional<size_t> PickFree(const Slots& slots) {
    for (size_t i = 0; i < slots.size(); ++i)
      if (!slots[i].is_live) return i;
    return std::nullopt;
  }

  void NewStream() {
    const std::optional<size_t> slot = PickFree(streams_);
    if (!slot.has_value()) return;
    FUZZ_CHECK(aclrtCreateStream(&streams_[*slot].handle) == 0);
    streams_[*slot].is_live = true;
  }
  void EndStream() {
    const size_t slot = PickLive(streams_);
    if (streams_[slot].handle == nullptr) return;
    const aclError code = aclrtDestroyStream(streams_[slot].handle);
    FUZZ_CHECK((code == 0) == streams_[slot].is_live);
    streams_[slot].is_live = false;
    for (Buffer& buffer : buffers_)
      if (buffer.stream == slot) buffer.stream.reset();  // all that was queued has run
  }
  void NewEvent() {
    const std::optional<size_t> slot = PickFree(events_);
    if (!slot.has_value()) return;
    FUZZ_CHECK(aclrtCreateEvent(&events_[*slot].handle) == 0);
    events_[*slot].is_live = true;
  }
  void EndEvent() {
    const size_t slot = PickLive(events_);
    FUZZ_CHECK((aclrtDestroyEvent(events_[slot].handle) == 0) == events_[slot].is_live);
    events_[slot].is_live = false;
  }
  void UseEvent() {
    const auto& event = events_[PickLive(events_)];
    const auto& stream = streams_[PickLive(streams_)];
    if (stream.handle == nullptr) return;
    const bool are_live = event.is_live && stream.is_live;
    aclrtEventRecordedStatus status;
    switch (bytes_.Pick(4)) {
      case 0:
        FUZZ_CHECK((aclrtRecordEvent(event.handle, stream.handle) == 0) == are_live);
        return;
      case 1:
        FUZZ_CHECK((aclrtStreamWaitEvent(stream.handle, event.handle) == 0) == are_live);
        return;
      case 2:
        FUZZ_CHECK((aclrtQueryEventStatus(event.handle, &status) == 0) == event.is_live);
        return;
      default:
        FUZZ_CHECK((aclrtSynchronizeEvent(event.handle) == 0) == event.is_live);
    }
  }

  void NewBuffer() {
    const std::optional<size_t> slot = PickFree(buffers_);
    if (!slot.has_value()) return;
    Buffer& buffer = buffers_[*slot];
    FUZZ_CHECK(aclrtMalloc(&buffer.data, kBytes, ACL_MEM_MALLOC_HUGE_FIRST) == 0);
    buffer.is_live = true;
    buffer.stream.reset();
    buffer.values.fill(0);
    FUZZ_CHECK(aclrtMemset(buffer.data, kBytes, 0, kBytes) == 0);
  }
  // Memory comes back at the same address, so a buffer that has ended may be another's: it is not
  // used again.
  void EndBuffer() {
    const size_t slot = PickLive(buffers_);
    if (!buffers_[slot].is_live) return;
    FUZZ_CHECK(aclrtFree(buffers_[slot].data) == 0);
    buffers_[slot].is_live = false;
  }

  // Work on a buffer may be queued on `stream`: what other streams do with it has ended.
  void HandOver(size_t slot, std::optional<size_t> stream) {
    Buffer& buffer = buffers_[slot];
    if (buffer.stream.has_value() && buffer.stream != stream)
      FUZZ_CHECK(aclrtSynchronizeStream(streams_[*buffer.stream].handle) == 0);
    buffer.stream = stream;
  }
  void Check(size_t slot) {
    Buffer& buffer = buffers_[slot];
    if (!buffer.is_live) return;
    HandOver(slot, std::nullopt);
    std::array<int32_t, kElements> values = {};
    FUZZ_CHECK(aclrtMemcpy(values.data(), kBytes, buffer.data, kBytes, ACL_MEMCPY_DEVICE_TO_HOST) ==
               0);
    FUZZ_CHECK(values == buffer.values);
  }

  void Upload() {
    const size_t slot = PickLive(buffers_);
    Buffer& buffer = buffers_[slot];
    if (!buffer.is_live) return;
    const size_t count = bytes_.Pick(kElements + 2);
    std::array<int32_t, kElements + 2> values = {};
    for (size_t i = 0; i < count; ++i) values[i] = static_cast<int32_t>(bytes_.Number());
    HandOver(slot, std::nullopt);
    const aclError code = aclrtMemcpy(buffer.data, kBytes, values.data(), count * sizeof(int32_t),
                                      ACL_MEMCPY_HOST_TO_DEVICE);
    FUZZ_CHECK((code == 0) == (count <= kElements));
    if (code == 0) std::copy_n(values.begin(), count, buffer.values.begin());
  }
  void Fill() {
    const size_t slot = PickLive(buffers_), stream = PickLive(streams_);
    Buffer& buffer = buffers_[slot];
    if (!buffer.is_live || streams_[stream].handle == nullptr) return;
    const int32_t byte = bytes_.Byte();
    const size_t count = bytes_.Pick(kElements + 2) * sizeof(int32_t);
    if (streams_[stream].is_live) HandOver(slot, stream);
    const aclError code =
        aclrtMemsetAsync(buffer.data, kBytes, byte, count, streams_[stream].handle);
    FUZZ_CHECK((code == 0) == (streams_[stream].is_live && count <= kBytes));
    if (code == 0) std::memset(buffer.values.data(), byte, count);
  }
  void Copy() {
    const size_t from = PickLive(buffers_), to = PickLive(buffers_), stream = PickLive(streams_);
    if (!buffers_[from].is_live || !buffers_[to].is_live || from == to ||
        streams_[stream].handle == nullptr)
      return;
    if (streams_[stream].is_live) {
      HandOver(from, stream);
      HandOver(to, stream);
    }
    const aclError code = aclrtMemcpyAsync(buffers_[to].data, kBytes, buffers_[from].data, kBytes,
                                           ACL_MEMCPY_DEVICE_TO_DEVICE, streams_[stream].handle);
    FUZZ_CHECK((code == 0) == streams_[stream].is_live);
    if (code == 0) buffers_[to].values = buffers_[from].values;
  }

  void NewTensor() {
    const std::optional<size_t> slot = PickFree(tensors_);
    if (!slot.has_value()) return;
    Tensor& tensor = tensors_[*slot];
    tensor.buffer = PickLive(buffers_);
    if (!buffers_[tensor.buffer].is_live) return;
    tensor.offset = static_cast<int64_t>(bytes_.Pick(kElements));
    const uint8_t length = bytes_.Byte();
    tensor.count = (length & 7) == 0 ? 1 : (length & 7) * 4;
    tensor.count = std::min(tensor.count, static_cast<int64_t>(kElements) - tensor.offset);
    const auto storage = static_cast<int64_t>(kElements);
    tensor.handle = aclCreateTensor(&tensor.count, 1, ACL_INT32, nullptr, tensor.offset,
                                    ACL_FORMAT_ND, &storage, 1, buffers_[tensor.buffer].data);
    FUZZ_CHECK(tensor.handle != nullptr);
    tensor.is_live = true;
  }
  void EndTensor() {
    Tensor& tensor = tensors_[PickLive(tensors_)];
    if (tensor.handle == nullptr) return;
    FUZZ_CHECK((aclDestroyTensor(tensor.handle) == 0) == tensor.is_live);
    tensor.is_live = false;
  }

  static bool Broadcasts(const Tensor& self, const Tensor& other, const Tensor& out) {
    const int64_t count = self.count == 1 ? other.count : self.count;
    return (self.count == count || self.count == 1) && (other.count == count || other.count == 1) &&
           out.count == count;
  }
  void Phase1() {
    const std::optional<size_t> slot = PickFree(executors_);
    if (!slot.has_value()) return;
    Executor& executor = executors_[*slot];
    bool are_live = true;
    for (size_t i = 0; i < 3; ++i) {
      executor.slots[i] = PickLive(tensors_);
      executor.tensors[i] = tensors_[executor.slots[i]];
      are_live = are_live && executor.tensors[i].is_live;
    }
    executor.alpha = static_cast<int64_t>(bytes_.Pick(7)) - 3;
    aclScalar* alpha = aclCreateScalar(&executor.alpha, ACL_INT64);
    FUZZ_CHECK(alpha != nullptr);
    const auto& [self, other, out] = executor.tensors;
    const aclnnStatus code = aclnnAddGetWorkspaceSize(self.handle, other.handle, alpha,
                                                      const_cast<aclTensor*>(out.handle),
                                                      &executor.workspace, &executor.handle);
    FUZZ_CHECK(aclDestroyScalar(alpha) == 0);
    FUZZ_CHECK((code == 0) == (are_live && Broadcasts(self, other, out)));
    executor.is_live = code == 0;
    executor.is_repeatable = false;
    if (code == 0 && bytes_.Pick(3) == 0) {
      FUZZ_CHECK(aclSetAclOpExecutorRepeatable(executor.handle) == 0);
      executor.is_repeatable = true;
    }
  }
  // Whether an input may be where the output is: not at all, or exactly so.
  static bool MayShare(const Tensor& input, const Tensor& out) {
    if (input.buffer != out.buffer || input.offset + input.count <= out.offset ||
        out.offset + out.count <= input.offset)
      return true;
    return input.offset == out.offset && input.count == out.count;
  }
  void Phase2() {
    Executor& executor = executors_[PickLive(executors_)];
    const size_t stream = PickLive(streams_);
    if (executor.handle == nullptr || executor.workspace != 0 || streams_[stream].handle == nullptr)
      return;
    const auto& [self, other, out] = executor.tensors;
    bool runs =
        executor.is_live && streams_[stream].is_live && MayShare(self, out) && MayShare(other, out);
    for (size_t i = 0; i < 3; ++i) {
      const Tensor& now = tensors_[executor.slots[i]];
      runs = runs && now.is_live && now.handle == executor.tensors[i].handle;
      const size_t buffer = executor.tensors[i].buffer;
      // Another allocation may be where this one was.
      if (executor.is_live && !buffers_[buffer].is_live) return;
      if (executor.is_live &&
          buffers_[buffer].data != AddressOf(executor.tensors[i], now, buffers_[buffer].data))
        return;
    }
    if (runs) {
      for (const Tensor& tensor : executor.tensors) HandOver(tensor.buffer, stream);
    }
    const aclnnStatus code = aclnnAdd(nullptr, 0, executor.handle, streams_[stream].handle);
    FUZZ_CHECK((code == 0) == runs);
    if (!executor.is_repeatable) executor.is_live = false;
    if (code != 0) return;
    std::vector<int32_t> results(static_cast<size_t>(out.count));
    const auto element = [&](const Tensor& tensor, size_t i) {
      const size_t step = tensor.count == 1 ? 0 : i;
      return static_cast<uint32_t>(
          buffers_[tensor.buffer].values[static_cast<size_t>(tensor.offset) + step]);
    };
    for (size_t i = 0; i < results.size(); ++i) {
      results[i] = static_cast<int32_t>(element(self, i) +
                                        static_cast<uint32_t>(executor.alpha) * element(other, i));
    }
    std::copy(results.begin(), results.end(),
              buffers_[out.buffer].values.begin() + static_cast<ptrdiff_t>(out.offset));
  }
  // The tensor's address as the library knows it, if it is alive.
  static void* AddressOf(const Tensor& planned, const Tensor& now, void* otherwise) {
    void* address = otherwise;
    if (now.is_live && now.handle == planned.handle)
      FUZZ_CHECK(aclGetRawTensorAddr(now.handle, &address) == 0);
    return address;
  }
  void EndExecutor() {
    Executor& executor = executors_[PickLive(executors_)];
    if (executor.handle == nullptr) return;
    FUZZ_CHECK((aclDestroyAclOpExecutor(executor.handle) == 0) == executor.is_live);
    executor.is_live = false;
  }

  Bytes& bytes_;
  std::array<Slot<aclrtStream>, 3> streams_;
  std::array<Slot<aclrtEvent>, 3> events_;
  std::array<Buffer, 3> buffers_;
  std::array<Tensor, 6> tensors_;
  std::array<Executor, 3> executors_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const bool started = [] {
    setenv("OPENACLNN_DEVICES", "Ascend910B3:cpu,Ascend910B3:aicore", 1);
    setenv("OPENACLNN_NUM_THREADS", "1", 1);
    return aclInit(nullptr) == 0;
  }();
  FUZZ_CHECK(started);
  Bytes bytes(data, size);
  // The first byte chooses the backend.
  const auto device = static_cast<int32_t>(bytes.Pick(2));
  FUZZ_CHECK(aclrtSetDevice(device) == 0);
  Model model(bytes);
  while (!bytes.empty()) model.Step();
  model.End();
  FUZZ_CHECK(aclrtResetDevice(device) == 0);
  FUZZ_CHECK(openaclnn::attack::LiveObjects() == 0);
  return 0;
}
