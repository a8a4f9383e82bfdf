#include "runtime/schedule/context.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/no_destructor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "runtime/base/errors.h"
#include "runtime/base/format.h"
#include "runtime/schedule/callback.h"
#include "runtime/schedule/capture.h"

namespace openaclnn {
namespace {

constexpr uint32_t kMaxContexts = 1 << 12;
constexpr uint32_t kMaxStreams = 1 << 16;
constexpr uint32_t kNotWaitedFor =
    ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;
// What belongs to a device rather than to one of its contexts.
struct DeviceState {
  Context* default_context = nullptr;
  int set_count = 0;  // aclrtSetDevice less aclrtResetDevice
  int streams = 0;
  std::optional<bool> saturates;
  std::set<const Device*> peers;  // whose memory it may use
};

// A queue from the creation of its stream until its last item has ended, which is after the end of
// the stream's handle.
struct RegisteredQueue {
  const Device* device;
  Context* context;
  Stream* stream;  // nullptr: its handle has ended
  bool waited_for;
  std::shared_ptr<StreamQueue> queue;
  // Of a stream that ended with its context: the stream, and the call that has to finish it. Kept
  // here because what ends contexts cannot be without memory.
  PinnedStream ended = StreamPool().Pin(nullptr);
  uint64_t ended_by = 0;
};

// Which contexts and queues there are. No work runs and nothing is waited for while its lock is
// held. Containers of the standard library, because those of Abseil do not survive std::bad_alloc.
struct Registry {
  absl::Mutex mutex;
  std::map<const Device*, DeviceState> devices ABSL_GUARDED_BY(mutex);
  std::set<Context*> contexts ABSL_GUARDED_BY(mutex);
  // By number, in the order they were made, so that a loop over them needs no copy.
  std::map<uint64_t, RegisteredQueue> queues ABSL_GUARDED_BY(mutex);
  uint64_t last_queue ABSL_GUARDED_BY(mutex) = 0;
  uint64_t last_ending ABSL_GUARDED_BY(mutex) = 0;  // calls that end contexts, by number
  // Streams that aclrtResetDevice ended. Programs destroy them afterwards, each once, and check
  // codes.
  std::set<const Stream*> reset_streams ABSL_GUARDED_BY(mutex);
};

Registry& Contexts() {
  static absl::NoDestructor<Registry> registry;
  return *registry;
}

// What this thread needs of its context, so that a call need not pin it. Valid while the handle is.
struct Current {
  Context* context = nullptr;
  const Device* device = nullptr;
  Stream* default_stream = nullptr;
};
thread_local Current current;

void MakeCurrent(Context* handle, const Context& context) {
  current = {handle, context.device, context.default_stream};
}

std::string Describe(const void* handle) { return Format("%p", handle); }

bool Saturates(const Device* device, const DeviceState& state) {
  return state.saturates.value_or(device->soc->product->saturates);
}

// Makes a stream in a context; 207008 if the chip has no more.
int AddStream(Registry& registry, const char* function, Context* handle, Context& context,
              bool is_default, uint32_t flag, Stream** result)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(registry.mutex) {
  DeviceState& state = registry.devices[context.device];
  const Product& product = *context.device->soc->product;
  if (state.streams < product.max_streams) {
    const bool waited_for = (flag & kNotWaitedFor) == 0;
    const uint64_t number = registry.last_queue + 1;
    const auto queue = std::make_shared<StreamQueue>(/*eager=*/!waited_for);
    HandlePool<Stream>::Draft stream = StreamPool().CreateDraft(
        handle, is_default, waited_for, Saturates(context.device, state), number, queue);
    if (stream != nullptr) {
      registry.queues.try_emplace(number, RegisteredQueue{.device = context.device,
                                                          .context = handle,
                                                          .stream = stream.get(),
                                                          .waited_for = waited_for,
                                                          .queue = queue});
      registry.last_queue = number;
      ++state.streams;
      *result = stream.release();
      return ACL_SUCCESS;
    }
  }
  return Fail(
      ACL_ERROR_RT_NO_STREAM_RESOURCE,
      absl::StrCat(function, ": device ", context.device->id, " (", context.device->soc->name,
                   ") has ", state.streams, " streams; it can have at most ", product.max_streams));
}

int AddContext(Registry& registry, const char* function, const Device* device, bool is_default,
               Context** result) ABSL_EXCLUSIVE_LOCKS_REQUIRED(registry.mutex) {
  HandlePool<Context>::Draft handle = ContextPool().CreateDraft(device, is_default);
  if (handle == nullptr) {
    return Fail(
        ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
        absl::StrCat(function, ": there are ", kMaxContexts, " contexts; there can be no more"));
  }
  Context& context = *ContextPool().Find(handle.get());
  const auto place = registry.contexts.insert(handle.get()).first;
  int code = ACL_ERROR_RT_MEMORY_ALLOCATION;
  try {
    code = AddStream(registry, function, handle.get(), context, /*is_default=*/true, 0,
                     &context.default_stream);
  } catch (...) {
    registry.contexts.erase(place);
    throw;
  }
  if (code != ACL_SUCCESS) {
    registry.contexts.erase(place);
    return code;
  }
  *result = handle.release();
  return ACL_SUCCESS;
}

// Ends the handles of a context and its streams, so that no thread finds them any more. `call` has
// to FinishEnded. Takes no memory.
void RemoveContext(Registry& registry, Context* handle, uint64_t call)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(registry.mutex) {
  for (auto& [number, queue] : registry.queues) {
    if (queue.context != handle || queue.stream == nullptr) continue;
    queue.ended = StreamPool().Claim(std::exchange(queue.stream, nullptr));
    queue.ended_by = call;
  }
  ContextPool().Destroy(handle);
  registry.contexts.erase(handle);
}

// Does what is left in the queue of a stream whose handle has ended, then forgets the queue.
void Finish(Registry& registry, Stream& stream, const Device* device, bool drop) {
  EndCapturing(stream);
  // A callback that is dropped lets the runner of the queue go on.
  if (drop) EndCallbacks(stream, drop);
  stream.queue->CloseAndFinish(drop);
  if (!drop) EndCallbacks(stream, drop);
  absl::MutexLock lock(&registry.mutex);
  registry.queues.erase(stream.queue_number);
  --registry.devices.find(device)->second.streams;
}

// Finishes the streams that RemoveContext ended for this call, in the order they were made.
void FinishEnded(Registry& registry, uint64_t call) {
  for (uint64_t last = 0;;) {
    PinnedStream stream = StreamPool().Pin(nullptr);
    const Device* device = nullptr;
    {
      absl::MutexLock lock(&registry.mutex);
      auto next = registry.queues.upper_bound(last);
      while (next != registry.queues.end() && next->second.ended_by != call) ++next;
      if (next == registry.queues.end()) return;
      last = next->first;
      stream = std::move(next->second.ended);
      device = next->second.device;
    }
    Finish(registry, *stream, device, /*drop=*/false);
  }
}

// Calls body(queue) for each queue of a device (nullptr: of all devices) that exists now. Without
// those that are not waited for, if so asked. `body` returns false to stop.
template <typename Body>
void ForEachQueue(const Device* device, bool waited_for_only, const Body& body) {
  Registry& registry = Contexts();
  uint64_t last = ~uint64_t{0};
  for (uint64_t number = 0;;) {
    std::shared_ptr<StreamQueue> queue;
    {
      absl::MutexLock lock(&registry.mutex);
      last = std::min(last, registry.last_queue);
      auto next = registry.queues.upper_bound(number);
      while (next != registry.queues.end() &&
             ((device != nullptr && next->second.device != device) ||
              (waited_for_only && !next->second.waited_for))) {
        ++next;
      }
      if (next == registry.queues.end() || next->first > last) return;
      number = next->first;
      queue = next->second.queue;
    }
    if (!body(*queue)) return;
  }
}

}  // namespace

int BadHandle(int code, const char* function, const char* kind, const void* handle) {
  return Fail(code,
              absl::StrCat(function, ": ", kind, " is ", Describe(handle), ", which is not a live ",
                           kind, "; it was destroyed, or did not come from aclrtCreate",
                           kind[0] == 's'   ? "Stream"
                           : kind[0] == 'e' ? "Event"
                                            : "Context"));
}

absl::Time Deadline(int32_t timeout_ms) {
  return timeout_ms == -1 ? absl::InfiniteFuture() : absl::Now() + absl::Milliseconds(timeout_ms);
}

bool FinishWithin(StreamQueue& queue, uint64_t position, int32_t timeout_ms, absl::Time deadline) {
  return timeout_ms == -1 ? queue.Finish(position, StreamQueue::Blocking::kRunHere)
                          : queue.FinishBefore(position, deadline);
}

int TimedOut(int code, const char* function, int32_t timeout_ms) {
  return Fail(code,
              absl::StrCat(function, ": not complete after the timeout of ", timeout_ms, " ms"));
}

int Closing(const char* function, aclrtStream handle) {
  return Fail(ACL_ERROR_RT_INVALID_HANDLE, absl::StrCat(function, ": stream is ", Describe(handle),
                                                        ", which another thread is destroying"));
}

HandlePool<Context>& ContextPool() {
  static absl::NoDestructor<HandlePool<Context>> pool(kMaxContexts);
  return *pool;
}

HandlePool<Stream>& StreamPool() {
  static absl::NoDestructor<HandlePool<Stream>> pool(kMaxStreams);
  return *pool;
}

// ---- Devices and contexts

const Device* FindDevice(const char* function, int32_t id) {
  if (InForkedChild()) {
    (void)Fail(ACL_ERROR_RT_INVALID_DEVICEID,
               absl::StrCat(function, ": there are no devices in a forked process"));
    return nullptr;
  }
  const std::vector<Device>& devices = Devices();
  if (id >= 0 && static_cast<size_t>(id) < devices.size()) return &devices[static_cast<size_t>(id)];
  const std::string accepted = devices.empty()
                                   ? absl::StrCat("there are no devices: ", SettingsProblem())
                                   : absl::StrCat("accepted are 0 to ", devices.size() - 1);
  (void)Fail(ACL_ERROR_RT_INVALID_DEVICEID,
             absl::StrCat(function, ": deviceId is ", id, "; ", accepted));
  return nullptr;
}

int SetDevice(const char* function, int32_t id) {
  const Device* device = FindDevice(function, id);
  if (device == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  WatchForks();
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  DeviceState& state = registry.devices[device];
  Context* context = state.default_context;
  if (context == nullptr)
    OPENACLNN_RETURN_IF_ERROR(
        AddContext(registry, function, device, /*is_default=*/true, &context));
  state.default_context = context;
  ++state.set_count;
  MakeCurrent(context, *ContextPool().Find(context));
  return ACL_SUCCESS;
}

int ResetDevice(const char* function, int32_t id, bool force) {
  OPENACLNN_RETURN_IF_ERROR(CheckMayWait(function));
  const Device* device = FindDevice(function, id);
  if (device == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  Registry& registry = Contexts();
  uint64_t call = 0;
  {
    absl::MutexLock lock(&registry.mutex);
    DeviceState& state = registry.devices[device];
    if (state.set_count == 0) {
      return Fail(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR,
                  absl::StrCat(function, ": device ", id, " is not set; aclrtSetDevice sets it"));
    }
    if (state.set_count > 1 && !force) {
      --state.set_count;
      return ACL_SUCCESS;
    }
    // Of programs that never destroy them only so many are remembered.
    if (registry.reset_streams.size() >= kMaxStreams) registry.reset_streams.clear();
    for (const auto& [number, queue] : registry.queues) {
      if (queue.context != state.default_context || queue.stream == nullptr) continue;
      if (!StreamPool().Find(queue.stream)->is_default) registry.reset_streams.insert(queue.stream);
    }
    state.set_count = 0;
    call = ++registry.last_ending;
    RemoveContext(registry, std::exchange(state.default_context, nullptr), call);
  }
  FinishEnded(registry, call);
  return ACL_SUCCESS;
}

Context* CurrentContext() {
  return ContextPool().IsLive(current.context) ? current.context : nullptr;
}

Context* RequireContext(const char* function) {
  Context* context = CurrentContext();
  if (context == nullptr) {
    (void)Fail(
        ACL_ERROR_RT_CONTEXT_NULL,
        absl::StrCat(function, ": this thread has no current context; call aclrtSetDevice first"));
  }
  return context;
}

const Device* RequireDevice(const char* function) {
  return RequireContext(function) == nullptr ? nullptr : current.device;
}

Stream* RequireDefaultStream(const char* function) {
  return RequireContext(function) == nullptr ? nullptr : current.default_stream;
}

const Device* CurrentDevice() { return CurrentContext() == nullptr ? nullptr : current.device; }

const Device* SelectedDevice() { return current.device; }

int CreateContext(const char* function, int32_t device_id, Context** context) {
  const Device* device = FindDevice(function, device_id);
  if (device == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  WatchForks();
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  OPENACLNN_RETURN_IF_ERROR(AddContext(registry, function, device, /*is_default=*/false, context));
  MakeCurrent(*context, *ContextPool().Find(*context));
  return ACL_SUCCESS;
}

int DestroyContext(const char* function, Context* handle) {
  OPENACLNN_RETURN_IF_ERROR(CheckMayWait(function));
  if (!ContextPool().IsLive(handle))
    return BadHandle(ACL_ERROR_RT_PARAM_INVALID, function, "context", handle);
  Registry& registry = Contexts();
  uint64_t call = 0;
  {
    absl::MutexLock lock(&registry.mutex);
    // Handles of contexts end only under this lock.
    const Context* context = ContextPool().Find(handle);
    if (context == nullptr)
      return BadHandle(ACL_ERROR_RT_PARAM_INVALID, function, "context", handle);
    if (context->is_default) {
      return Fail(ACL_ERROR_RT_PARAM_INVALID,
                  absl::StrCat(function, ": context is ", Describe(handle),
                               ", the default context of device ", context->device->id,
                               "; accepted are those of aclrtCreateContext"));
    }
    call = ++registry.last_ending;
    RemoveContext(registry, handle, call);
  }
  FinishEnded(registry, call);
  return ACL_SUCCESS;
}

int SetCurrentContext(const char* function, Context* handle) {
  const HandlePool<Context>::Owner context = ContextPool().Pin(handle);
  if (context == nullptr) return BadHandle(ACL_ERROR_RT_PARAM_INVALID, function, "context", handle);
  MakeCurrent(handle, *context);
  return ACL_SUCCESS;
}

void EndAllContexts() {
  Registry& registry = Contexts();
  uint64_t call = 0;
  {
    absl::MutexLock lock(&registry.mutex);
    call = ++registry.last_ending;
    registry.reset_streams.clear();
    for (auto& [device, state] : registry.devices) {
      state.default_context = nullptr;
      state.set_count = 0;
    }
    while (!registry.contexts.empty()) RemoveContext(registry, *registry.contexts.begin(), call);
  }
  FinishEnded(registry, call);
}

int SetDeviceSaturates(const char* function, const Device* device, bool saturates) {
  const Product& product = *device->soc->product;
  if (!product.overflow_selectable && saturates != product.saturates) {
    return Fail(
        ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        absl::StrCat(function, ": mode is ", saturates ? "SATURATION" : "INFNAN", "; ",
                     device->soc->name, " has only ", product.saturates ? "SATURATION" : "INFNAN"));
  }
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  registry.devices[device].saturates = saturates;
  return ACL_SUCCESS;
}

bool DeviceSaturates(const Device* device) {
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  return Saturates(device, registry.devices[device]);
}

void SetPeerAccess(const Device* device, const Device* peer, bool enabled) {
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  std::set<const Device*>& peers = registry.devices[device].peers;
  if (enabled) {
    peers.insert(peer);
  } else {
    peers.erase(peer);
  }
}

bool HasPeerAccess(const Device* device, const Device* peer) {
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  return registry.devices[device].peers.contains(peer);
}

// ---- Streams

PinnedStream PinStream(const char* function, aclrtStream handle, int* code) {
  Stream* const stream =
      handle != nullptr ? static_cast<Stream*>(handle) : RequireDefaultStream(function);
  PinnedStream pinned = StreamPool().Pin(stream);
  if (pinned != nullptr) return pinned;
  if (handle != nullptr) {
    *code = BadHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "stream", handle);
  } else {
    // The context may have been destroyed after the first look.
    RequireContext(function);
    *code = ACL_ERROR_RT_CONTEXT_NULL;
  }
  return pinned;
}

PinnedStream PinOwnStream(const char* function, aclrtStream handle, int* code) {
  Context* const context = RequireContext(function);
  if (context == nullptr) {
    *code = ACL_ERROR_RT_CONTEXT_NULL;
    return StreamPool().Pin(nullptr);
  }
  PinnedStream stream = PinStream(function, handle, code);
  if (stream != nullptr && stream->context != context) {
    *code = Fail(
        ACL_ERROR_RT_STREAM_CONTEXT,
        absl::StrCat(function, ": stream is ", Describe(handle), ", which belongs to context ",
                     Describe(stream->context), "; the current context is ", Describe(context)));
    stream.reset();
  }
  return stream;
}

int PushWork(const char* function, const Stream& stream, aclrtStream handle, int64_t cost_ns,
             Work&& work) {
  return stream.queue->Push(cost_ns, std::move(work)) ? ACL_SUCCESS : Closing(function, handle);
}

int PushGate(const char* function, Stream& stream, aclrtStream handle, std::shared_ptr<Gate> gate) {
  OPENACLNN_RETURN_IF_ERROR(
      CheckNotCaptured(function, stream, ", and callbacks cannot be recorded"));
  return stream.queue->PushGate(std::move(gate)) ? ACL_SUCCESS : Closing(function, handle);
}

int CreateStream(const char* function, uint32_t flag, Stream** stream) {
  Context* const handle = RequireContext(function);
  if (handle == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  // It may have been destroyed before the lock was ours.
  Context* const context = ContextPool().Find(handle);
  if (context == nullptr) {
    RequireContext(function);
    return ACL_ERROR_RT_CONTEXT_NULL;
  }
  return AddStream(registry, function, handle, *context, /*is_default=*/false, flag, stream);
}

// Whether aclrtResetDevice ended the stream, and nobody has destroyed it since.
static bool TakeResetStream(Registry& registry, const Stream* handle) {
  if (InForkedChild()) return false;
  absl::MutexLock lock(&registry.mutex);
  return registry.reset_streams.erase(handle) > 0;
}

int DestroyStream(const char* function, Stream* handle, bool drop_work) {
  OPENACLNN_RETURN_IF_ERROR(CheckMayWait(function));
  Registry& registry = Contexts();
  const PinnedStream stream = StreamPool().Pin(handle);
  if (stream == nullptr) {
    if (TakeResetStream(registry, handle)) return ACL_SUCCESS;
    return BadHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "stream", handle);
  }
  const Device* device = nullptr;
  {
    absl::MutexLock lock(&registry.mutex);
    // Handles of streams end only under this lock.
    if (!StreamPool().IsLive(handle))
      return BadHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "stream", handle);
    if (stream->is_default) {
      return Fail(
          ACL_ERROR_RT_PARAM_INVALID,
          absl::StrCat(
              function, ": stream is ", Describe(handle),
              ", the default stream of its context; accepted are those of aclrtCreateStream"));
    }
    RegisteredQueue& queue = registry.queues.find(stream->queue_number)->second;
    queue.stream = nullptr;
    device = queue.device;
    StreamPool().Destroy(handle);
  }
  Finish(registry, *stream, device, drop_work);
  return ACL_SUCCESS;
}

int EnqueueWork(const char* function, aclrtStream handle, int64_t cost_ns, Work&& work, bool finish,
                MemoryUse memory) {
  if (finish) OPENACLNN_RETURN_IF_ERROR(CheckWait(function, -1));
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinOwnStream(function, handle, &code);
  if (stream == nullptr) return code;
  if (finish) {
    OPENACLNN_RETURN_IF_ERROR(CheckNotCaptured(
        function, *stream, ", and memory of the program's own cannot be recorded"));
  } else if (MayCapture(*stream)) {
    const auto captured = CaptureWork(function, *stream, cost_ns, std::move(work), memory);
    if (captured.has_value()) return *captured;
  }
  OPENACLNN_RETURN_IF_ERROR(PushWork(function, *stream, handle, cost_ns, std::move(work)));
  if (finish) stream->queue->Finish(StreamQueue::kLast, StreamQueue::Blocking::kRunHere);
  return ACL_SUCCESS;
}

int CheckStream(const char* function, aclrtStream handle) {
  int code = ACL_SUCCESS;
  PinOwnStream(function, handle, &code);
  return code;
}

bool StreamSaturates(aclrtStream handle) {
  const PinnedStream stream =
      StreamPool().Pin(handle != nullptr             ? static_cast<Stream*>(handle)
                       : CurrentContext() != nullptr ? current.default_stream
                                                     : nullptr);
  return stream != nullptr && stream->saturates;
}

int CheckWait(const char* function, int32_t timeout_ms) {
  OPENACLNN_RETURN_IF_ERROR(CheckMayWait(function));
  if (timeout_ms != -1 && timeout_ms <= 0) {
    return Fail(ACL_ERROR_RT_PARAM_INVALID,
                absl::StrCat(function, ": timeout is ", timeout_ms,
                             " ms; accepted are -1 (wait for ever) and numbers above 0"));
  }
  return CheckCaptures(function);
}

int SynchronizeStream(const char* function, aclrtStream handle, int32_t timeout_ms) {
  OPENACLNN_RETURN_IF_ERROR(CheckWait(function, timeout_ms));
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinStream(function, handle, &code);
  if (stream == nullptr) return code;
  OPENACLNN_RETURN_IF_ERROR(CheckNotCaptured(function, *stream));
  if (!stream->waited_for) return ACL_SUCCESS;
  if (!FinishWithin(*stream->queue, StreamQueue::kLast, timeout_ms, Deadline(timeout_ms))) {
    return TimedOut(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, function, timeout_ms);
  }
  const StreamFailure failure = stream->queue->TakeFailure();
  return failure.code == 0 ? ACL_SUCCESS : Fail(failure.code, failure.message);
}

int SynchronizeDevice(const char* function, int32_t timeout_ms) {
  OPENACLNN_RETURN_IF_ERROR(CheckWait(function, timeout_ms));
  const Device* const device = RequireDevice(function);
  if (device == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  const absl::Time deadline = Deadline(timeout_ms);
  bool in_time = true;
  size_t queues = 0;
  ForEachQueue(device, /*waited_for_only=*/true, [&](StreamQueue& queue) {
    ++queues;
    in_time = FinishWithin(queue, StreamQueue::kLast, timeout_ms, deadline);
    return in_time;
  });
  if (!in_time) return TimedOut(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, function, timeout_ms);
  // Failures are taken only when there is room for them. Those of streams made meanwhile can wait.
  std::vector<StreamFailure> failures;
  failures.reserve(queues);
  ForEachQueue(device, /*waited_for_only=*/true, [&](StreamQueue& queue) {
    StreamFailure failure = queue.TakeFailure();
    if (failure.code != 0) failures.push_back(std::move(failure));
    return failures.size() < failures.capacity();
  });
  std::sort(failures.begin(), failures.end(),
            [](const StreamFailure& a, const StreamFailure& b) { return a.order < b.order; });
  if (failures.empty()) return ACL_SUCCESS;
  const int code = Fail(failures[0].code, failures[0].message);
  for (size_t i = 1; i < failures.size(); ++i) AddToTrace(failures[i].message);
  return code;
}

int QueryStream(const char* function, aclrtStream handle, bool* complete) {
  OPENACLNN_RETURN_IF_ERROR(CheckCaptures(function));
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinStream(function, handle, &code);
  if (stream == nullptr) return code;
  OPENACLNN_RETURN_IF_ERROR(CheckNotCaptured(function, *stream));
  *complete = stream->queue->Finish(StreamQueue::kLast, StreamQueue::Blocking::kNoWait);
  return ACL_SUCCESS;
}

void FinishAllWork() noexcept {
  // In a callback only what waits for nobody can be done.
  const Blocking blocking = InCallback() ? Blocking::kNoWait : Blocking::kRunHere;
  ForEachQueue(nullptr, /*waited_for_only=*/false, [&](StreamQueue& queue) {
    queue.Finish(StreamQueue::kLast, blocking);
    return true;
  });
}

void ProgressWork(const Device* device) noexcept {
  ForEachQueue(device, /*waited_for_only=*/true, [](StreamQueue& queue) {
    queue.Finish(StreamQueue::kLast, StreamQueue::Blocking::kNoWait);
    return true;
  });
}

}  // namespace openaclnn
