#include "runtime/schedule/context.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/no_destructor.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "runtime/rules/errors.h"

namespace openaclnn {
namespace {

constexpr uint32_t kMaxContexts = 1 << 12;
constexpr uint32_t kMaxStreams = 1 << 16;
constexpr uint32_t kMaxEvents = 1 << 16;
constexpr uint32_t kNotWaitedFor = ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;
constexpr uint32_t kEventAlone = ACL_EVENT_DEVICE_USE_ONLY | ACL_EVENT_EXTERNAL;
constexpr uint32_t kEventFlags = ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE | kEventAlone | ACL_EVENT_IPC;

// What belongs to a device rather than to one of its contexts.
struct DeviceState {
  Context* default_context = nullptr;
  int set_count = 0;  // aclrtSetDevice less aclrtResetDevice
  int streams = 0;
  std::optional<bool> saturates;
};

// Which contexts and streams there are. No work runs and nothing is waited for while its lock is held.
struct Registry {
  absl::Mutex mutex;
  absl::flat_hash_map<const Device*, DeviceState> devices ABSL_GUARDED_BY(mutex);
  absl::flat_hash_set<Context*> contexts ABSL_GUARDED_BY(mutex);
};

Registry& Contexts() {
  static absl::NoDestructor<Registry> registry;
  return *registry;
}

// The generation tells a destroyed context from a new one in the same place.
struct Current {
  Context* context = nullptr;
  uint32_t generation = 0;
};
thread_local Current current;

void MakeCurrent(Context* context) { current = {context, ContextPool().Generation(context)}; }

std::string Describe(const void* handle) { return absl::StrFormat("%p", handle); }

int BadHandle(int code, const char* function, const char* kind, const void* handle) {
  return Fail(code, absl::StrCat(function, ": ", kind, " is ", Describe(handle), ", which is not a live ", kind,
                                 "; it was destroyed, or did not come from aclrtCreate",
                                 kind[0] == 's'   ? "Stream"
                                 : kind[0] == 'e' ? "Event"
                                                  : "Context"));
}

bool Saturates(const Device* device, const DeviceState& state) { return state.saturates.value_or(device->soc->product->saturates); }

// Makes a stream in a context; 207008 if the chip has no more.
int AddStream(Registry& registry, const char* function, Context* context, uint32_t flag, Stream** result)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(registry.mutex) {
  DeviceState& state = registry.devices[context->device];
  const Product& product = *context->device->soc->product;
  const bool waited_for = (flag & kNotWaitedFor) == 0;
  Stream* stream = state.streams >= product.max_streams ? nullptr
                                                        : StreamPool().Create(Stream{context, waited_for, Saturates(context->device, state),
                                                                                     std::make_shared<StreamQueue>(/*eager=*/!waited_for)});
  if (stream == nullptr) {
    return Fail(ACL_ERROR_RT_NO_STREAM_RESOURCE,
                absl::StrCat(function, ": device ", context->device->id, " (", context->device->soc->name, ") has ", state.streams,
                             " streams; it can have at most ", product.max_streams));
  }
  ++state.streams;
  context->streams.insert(stream);
  *result = stream;
  return ACL_SUCCESS;
}

int AddContext(Registry& registry, const char* function, const Device* device, bool is_default, Context** result)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(registry.mutex) {
  Context* context = ContextPool().Create(device, is_default);
  if (context == nullptr) {
    return Fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, absl::StrCat(function, ": there are ", kMaxContexts, " contexts; there can be no more"));
  }
  if (const int code = AddStream(registry, function, context, 0, &context->default_stream); code != ACL_SUCCESS) {
    ContextPool().Destroy(context);
    return code;
  }
  registry.contexts.insert(context);
  *result = context;
  return ACL_SUCCESS;
}

// Unlinks a context, so that no thread finds it or its streams any more, and returns the queues that are to be finished.
std::vector<std::shared_ptr<StreamQueue>> RemoveContext(Registry& registry, Context* context)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(registry.mutex) {
  std::vector<std::shared_ptr<StreamQueue>> queues;
  for (Stream* stream : context->streams) {
    queues.push_back(stream->queue);
    StreamPool().Destroy(stream);
    --registry.devices[context->device].streams;
  }
  registry.contexts.erase(context);
  ContextPool().Destroy(context);
  return queues;
}

void FinishAll(const std::vector<std::shared_ptr<StreamQueue>>& queues) {
  for (const auto& queue : queues) queue->Finish(StreamQueue::kLast, StreamQueue::Blocking::kRunHere);
}

// Queues of a device; without those nobody waits for, if so asked.
std::vector<std::shared_ptr<StreamQueue>> QueuesOf(const Device* device, bool waited_for_only) {
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  std::vector<std::shared_ptr<StreamQueue>> queues;
  for (const Context* context : registry.contexts) {
    if (context->device != device) continue;
    for (const Stream* stream : context->streams) {
      if (stream->waited_for || !waited_for_only) queues.push_back(stream->queue);
    }
  }
  return queues;
}

int CheckTimeout(const char* function, int32_t timeout_ms) {
  if (timeout_ms == -1 || timeout_ms > 0) return ACL_SUCCESS;
  return Fail(ACL_ERROR_RT_PARAM_INVALID,
              absl::StrCat(function, ": timeout is ", timeout_ms, " ms; accepted are -1 (wait for ever) and numbers above 0"));
}

absl::Time Deadline(int32_t timeout_ms) { return timeout_ms == -1 ? absl::InfiniteFuture() : absl::Now() + absl::Milliseconds(timeout_ms); }

bool FinishWithin(StreamQueue& queue, uint64_t position, int32_t timeout_ms, absl::Time deadline) {
  return timeout_ms == -1 ? queue.Finish(position, StreamQueue::Blocking::kRunHere) : queue.FinishBefore(position, deadline);
}

int TimedOut(int code, const char* function, int32_t timeout_ms) {
  return Fail(code, absl::StrCat(function, ": not complete after the timeout of ", timeout_ms, " ms"));
}

// The stream that a call queues something on: it must belong to the current context.
Stream* ResolveOwnStream(const char* function, aclrtStream handle, int* code) {
  Context* context = CurrentContext();
  if (context == nullptr) {
    RequireContext(function);
    *code = ACL_ERROR_RT_CONTEXT_NULL;
    return nullptr;
  }
  if (handle == nullptr) return context->default_stream;
  Stream* stream = ResolveStream(function, handle, code);
  if (stream != nullptr && stream->context != context) {
    *code = Fail(ACL_ERROR_RT_STREAM_CONTEXT, absl::StrCat(function, ": stream is ", Describe(handle), ", which belongs to context ",
                                                           Describe(stream->context), "; the current context is ", Describe(context)));
    return nullptr;
  }
  return stream;
}

int CheckEvent(const char* function, const Event* event) {
  return EventPool().IsLive(event) ? ACL_SUCCESS : BadHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "event", event);
}

std::shared_ptr<EventPoint> LastPoint(Event* event) {
  absl::MutexLock lock(&event->mutex);
  return event->last;
}

}  // namespace

HandlePool<Context>& ContextPool() {
  static absl::NoDestructor<HandlePool<Context>> pool(kMaxContexts);
  return *pool;
}

HandlePool<Stream>& StreamPool() {
  static absl::NoDestructor<HandlePool<Stream>> pool(kMaxStreams);
  return *pool;
}

HandlePool<Event>& EventPool() {
  static absl::NoDestructor<HandlePool<Event>> pool(kMaxEvents);
  return *pool;
}

// ---- Devices and contexts

const Device* FindDevice(const char* function, int32_t id) {
  const std::vector<Device>& devices = Devices();
  if (id >= 0 && static_cast<size_t>(id) < devices.size()) return &devices[static_cast<size_t>(id)];
  const std::string accepted = devices.empty() ? "there are no devices" : absl::StrCat("accepted are 0 to ", devices.size() - 1);
  (void)Fail(ACL_ERROR_RT_INVALID_DEVICEID, absl::StrCat(function, ": deviceId is ", id, "; ", accepted));
  return nullptr;
}

int SetDevice(const char* function, int32_t id) {
  const Device* device = FindDevice(function, id);
  if (device == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  Context* context = registry.devices[device].default_context;
  if (context == nullptr) {
    OPENACLNN_RETURN_IF_ERROR(AddContext(registry, function, device, /*is_default=*/true, &context));
    registry.devices[device].default_context = context;
  }
  ++registry.devices[device].set_count;
  MakeCurrent(context);
  return ACL_SUCCESS;
}

int ResetDevice(const char* function, int32_t id, bool force) {
  const Device* device = FindDevice(function, id);
  if (device == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  Registry& registry = Contexts();
  std::vector<std::shared_ptr<StreamQueue>> queues;
  {
    absl::MutexLock lock(&registry.mutex);
    DeviceState& state = registry.devices[device];
    if (state.set_count == 0) {
      return Fail(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, absl::StrCat(function, ": device ", id, " is not set; aclrtSetDevice sets it"));
    }
    state.set_count = force ? 0 : state.set_count - 1;
    if (state.set_count > 0) return ACL_SUCCESS;
    queues = RemoveContext(registry, std::exchange(state.default_context, nullptr));
  }
  FinishAll(queues);
  return ACL_SUCCESS;
}

Context* CurrentContext() {
  return current.context != nullptr && ContextPool().Generation(current.context) == current.generation ? current.context : nullptr;
}

Context* RequireContext(const char* function) {
  Context* context = CurrentContext();
  if (context == nullptr) {
    (void)Fail(ACL_ERROR_RT_CONTEXT_NULL, absl::StrCat(function, ": this thread has no current context; call aclrtSetDevice first"));
  }
  return context;
}

const Device* CurrentDevice() {
  const Context* context = CurrentContext();
  return context == nullptr ? nullptr : context->device;
}

int CreateContext(const char* function, int32_t device_id, Context** context) {
  const Device* device = FindDevice(function, device_id);
  if (device == nullptr) return ACL_ERROR_RT_INVALID_DEVICEID;
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  OPENACLNN_RETURN_IF_ERROR(AddContext(registry, function, device, /*is_default=*/false, context));
  MakeCurrent(*context);
  return ACL_SUCCESS;
}

int DestroyContext(const char* function, Context* context) {
  Registry& registry = Contexts();
  std::vector<std::shared_ptr<StreamQueue>> queues;
  {
    absl::MutexLock lock(&registry.mutex);
    if (!ContextPool().IsLive(context)) return BadHandle(ACL_ERROR_RT_PARAM_INVALID, function, "context", context);
    if (context->is_default) {
      return Fail(ACL_ERROR_RT_PARAM_INVALID, absl::StrCat(function, ": context is ", Describe(context), ", the default context of device ",
                                                           context->device->id, "; accepted are those of aclrtCreateContext"));
    }
    queues = RemoveContext(registry, context);
  }
  FinishAll(queues);
  return ACL_SUCCESS;
}

int SetCurrentContext(const char* function, Context* context) {
  if (!ContextPool().IsLive(context)) return BadHandle(ACL_ERROR_RT_PARAM_INVALID, function, "context", context);
  MakeCurrent(context);
  return ACL_SUCCESS;
}

int SetDeviceSaturates(const char* function, const Device* device, bool saturates) {
  const Product& product = *device->soc->product;
  if (!product.overflow_selectable && saturates != product.saturates) {
    return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                absl::StrCat(function, ": mode is ", saturates ? "SATURATION" : "INFNAN", "; ", device->soc->name, " has only ",
                             product.saturates ? "SATURATION" : "INFNAN"));
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

// ---- Streams

int CreateStream(const char* function, uint32_t flag, Stream** stream) {
  Context* context = RequireContext(function);
  if (context == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  Registry& registry = Contexts();
  absl::MutexLock lock(&registry.mutex);
  return AddStream(registry, function, context, flag, stream);
}

int DestroyStream(const char* function, Stream* stream, bool drop_work) {
  Registry& registry = Contexts();
  std::shared_ptr<StreamQueue> queue;
  {
    absl::MutexLock lock(&registry.mutex);
    if (!StreamPool().IsLive(stream)) return BadHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "stream", stream);
    Context* context = stream->context;
    if (stream == context->default_stream) {
      return Fail(ACL_ERROR_RT_PARAM_INVALID, absl::StrCat(function, ": stream is ", Describe(stream),
                                                           ", the default stream of its context; accepted are those of aclrtCreateStream"));
    }
    queue = stream->queue;
    context->streams.erase(stream);
    --registry.devices[context->device].streams;
    StreamPool().Destroy(stream);
  }
  if (drop_work) {
    queue->Drop();
  } else {
    FinishAll({queue});
  }
  return ACL_SUCCESS;
}

Stream* ResolveStream(const char* function, aclrtStream handle, int* code) {
  if (handle == nullptr) {
    Context* context = RequireContext(function);
    if (context != nullptr) return context->default_stream;
    *code = ACL_ERROR_RT_CONTEXT_NULL;
    return nullptr;
  }
  Stream* stream = static_cast<Stream*>(handle);
  if (StreamPool().IsLive(stream)) return stream;
  *code = BadHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "stream", handle);
  return nullptr;
}

int EnqueueWork(const char* function, aclrtStream handle, int64_t cost_ns, Work work) {
  int code = ACL_SUCCESS;
  Stream* stream = ResolveOwnStream(function, handle, &code);
  if (stream != nullptr) stream->queue->Push(cost_ns, std::move(work));
  return code;
}

bool StreamSaturates(aclrtStream handle) {
  const Context* context = CurrentContext();
  const Stream* stream = handle != nullptr ? static_cast<Stream*>(handle) : context != nullptr ? context->default_stream : nullptr;
  return StreamPool().IsLive(stream) && stream->saturates;
}

int SynchronizeStream(const char* function, aclrtStream handle, int32_t timeout_ms) {
  OPENACLNN_RETURN_IF_ERROR(CheckTimeout(function, timeout_ms));
  int code = ACL_SUCCESS;
  Stream* stream = ResolveStream(function, handle, &code);
  if (stream == nullptr) return code;
  if (!stream->waited_for) return ACL_SUCCESS;
  // Kept alive: the stream's end waits for the work, too, and then forgets the queue.
  const std::shared_ptr<StreamQueue> queue = stream->queue;
  if (!FinishWithin(*queue, StreamQueue::kLast, timeout_ms, Deadline(timeout_ms))) {
    return TimedOut(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, function, timeout_ms);
  }
  const StreamFailure failure = queue->TakeFailure();
  return failure.code == 0 ? ACL_SUCCESS : Fail(failure.code, failure.message);
}

int SynchronizeDevice(const char* function, int32_t timeout_ms) {
  OPENACLNN_RETURN_IF_ERROR(CheckTimeout(function, timeout_ms));
  const Context* context = RequireContext(function);
  if (context == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  const auto queues = QueuesOf(context->device, /*waited_for_only=*/true);
  const absl::Time deadline = Deadline(timeout_ms);
  for (const auto& queue : queues) {
    if (!FinishWithin(*queue, StreamQueue::kLast, timeout_ms, deadline))
      return TimedOut(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, function, timeout_ms);
  }
  std::vector<StreamFailure> failures;
  for (const auto& queue : queues) {
    StreamFailure failure = queue->TakeFailure();
    if (failure.code != 0) failures.push_back(std::move(failure));
  }
  std::sort(failures.begin(), failures.end(), [](const StreamFailure& a, const StreamFailure& b) { return a.order < b.order; });
  for (const StreamFailure& failure : failures) (void)Fail(failure.code, failure.message);
  return failures.empty() ? ACL_SUCCESS : failures.front().code;
}

int QueryStream(const char* function, aclrtStream handle, bool* complete) {
  int code = ACL_SUCCESS;
  Stream* stream = ResolveStream(function, handle, &code);
  if (stream == nullptr) return code;
  const std::shared_ptr<StreamQueue> queue = stream->queue;
  *complete = queue->Finish(StreamQueue::kLast, StreamQueue::Blocking::kNoWait);
  return ACL_SUCCESS;
}

int FinishStream(const char* function, aclrtStream handle) {
  int code = ACL_SUCCESS;
  Stream* stream = ResolveStream(function, handle, &code);
  if (stream != nullptr) FinishAll({stream->queue});
  return code;
}

void FinishDeviceWork(const Device* device) { FinishAll(QueuesOf(device, /*waited_for_only=*/false)); }

// ---- Events

int CreateEvent(const char* function, uint32_t flag, Event** event) {
  if (flag == 0 || (flag & ~kEventFlags) != 0 || ((flag & kEventAlone) != 0 && (flag & (flag - 1)) != 0)) {
    return Fail(ACL_ERROR_RT_PARAM_INVALID,
                absl::StrFormat("%s: flag is 0x%x; accepted are combinations of 0x%x, with 0x%x and 0x%x only by themselves", function,
                                flag, kEventFlags, ACL_EVENT_DEVICE_USE_ONLY, ACL_EVENT_EXTERNAL));
  }
  if (RequireContext(function) == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  Event* created = EventPool().Create(flag);
  if (created == nullptr) {
    return Fail(ACL_ERROR_RT_NO_EVENT_RESOURCE, absl::StrCat(function, ": there are ", kMaxEvents, " events; there can be no more"));
  }
  *event = created;
  return ACL_SUCCESS;
}

int DestroyEvent(const char* function, Event* event) {
  // Queued records and waits have their own hold on the point.
  return EventPool().Destroy(event) ? ACL_SUCCESS : BadHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "event", event);
}

int RecordEvent(const char* function, Event* event, aclrtStream handle) {
  OPENACLNN_RETURN_IF_ERROR(CheckEvent(function, event));
  int code = ACL_SUCCESS;
  Stream* stream = ResolveOwnStream(function, handle, &code);
  if (stream == nullptr) return code;
  auto point = std::make_shared<EventPoint>();
  stream->queue->PushRecord(point);
  // Only now may others wait for it (the argument in stream_queue.h).
  absl::MutexLock lock(&event->mutex);
  event->last = std::move(point);
  return ACL_SUCCESS;
}

int ResetEvent(const char* function, Event* event, aclrtStream handle) {
  OPENACLNN_RETURN_IF_ERROR(CheckEvent(function, event));
  if ((event->flag & ACL_EVENT_SYNC) == 0) {
    return Fail(
        ACL_ERROR_RT_PARAM_INVALID,
        absl::StrFormat("%s: event was created with flag 0x%x; accepted are those with ACL_EVENT_SYNC (0x1)", function, event->flag));
  }
  int code = ACL_SUCCESS;
  Stream* stream = ResolveOwnStream(function, handle, &code);
  if (stream == nullptr) return code;
  // When its turn comes the event may have been recorded anew, or be gone.
  stream->queue->Push(0, [event, generation = EventPool().Generation(event), point = LastPoint(event)]() -> WorkResult {
    if (EventPool().Generation(event) == generation) {
      absl::MutexLock lock(&event->mutex);
      if (event->last == point) event->last = nullptr;
    }
    return {};
  });
  return ACL_SUCCESS;
}

int WaitForEvent(const char* function, aclrtStream handle, Event* event) {
  OPENACLNN_RETURN_IF_ERROR(CheckEvent(function, event));
  int code = ACL_SUCCESS;
  Stream* stream = ResolveOwnStream(function, handle, &code);
  if (stream == nullptr) return code;
  std::shared_ptr<EventPoint> point = LastPoint(event);
  if (point == nullptr) return ACL_SUCCESS;
  event->waits->fetch_add(1, std::memory_order_relaxed);
  stream->queue->PushWait(std::move(point), event->waits);
  return ACL_SUCCESS;
}

int QueryEvent(const char* function, Event* event, bool* complete) {
  OPENACLNN_RETURN_IF_ERROR(CheckEvent(function, event));
  const std::shared_ptr<EventPoint> point = LastPoint(event);
  *complete = point == nullptr || point->done.load(std::memory_order_acquire) ||
              point->queue->Finish(point->position, StreamQueue::Blocking::kNoWait);
  return ACL_SUCCESS;
}

int QueryEventWaits(const char* function, Event* event, bool* complete) {
  OPENACLNN_RETURN_IF_ERROR(CheckEvent(function, event));
  if (event->waits->load(std::memory_order_acquire) > 0) {
    // A program that does nothing but ask must get there, too.
    const Context* context = RequireContext(function);
    if (context == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
    for (const auto& queue : QueuesOf(context->device, /*waited_for_only=*/true)) {
      queue->Finish(StreamQueue::kLast, StreamQueue::Blocking::kNoWait);
    }
  }
  *complete = event->waits->load(std::memory_order_acquire) == 0;
  return ACL_SUCCESS;
}

int SynchronizeEvent(const char* function, Event* event, int32_t timeout_ms) {
  OPENACLNN_RETURN_IF_ERROR(CheckTimeout(function, timeout_ms));
  OPENACLNN_RETURN_IF_ERROR(CheckEvent(function, event));
  const std::shared_ptr<EventPoint> point = LastPoint(event);
  if (point == nullptr || FinishWithin(*point->queue, point->position, timeout_ms, Deadline(timeout_ms))) return ACL_SUCCESS;
  return TimedOut(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, function, timeout_ms);
}

int EventTime(const char* function, Event* event, int64_t* time_ns) {
  OPENACLNN_RETURN_IF_ERROR(CheckEvent(function, event));
  const std::shared_ptr<EventPoint> point = LastPoint(event);
  if (point == nullptr) {
    return Fail(ACL_ERROR_RT_INTERNAL_ERROR, absl::StrCat(function, ": event ", Describe(event), " was never recorded"));
  }
  if (!point->done.load(std::memory_order_acquire)) {
    return Fail(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                absl::StrCat(function, ": event ", Describe(event), " is not complete; synchronize first"));
  }
  *time_ns = point->time_ns;
  return ACL_SUCCESS;
}

}  // namespace openaclnn
