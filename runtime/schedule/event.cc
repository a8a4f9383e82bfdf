#include "runtime/schedule/event.h"

#include <memory>
#include <optional>
#include <utility>

#include "absl/base/no_destructor.h"
#include "absl/strings/str_cat.h"
#include "runtime/base/errors.h"
#include "runtime/base/format.h"
#include "runtime/schedule/capture.h"
#include "runtime/schedule/context.h"

namespace openaclnn {
namespace {

constexpr uint32_t kMaxEvents = 1 << 16;
constexpr uint32_t kEventAlone = ACL_EVENT_DEVICE_USE_ONLY | ACL_EVENT_EXTERNAL;
constexpr uint32_t kEventFlags = ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS |
                                 ACL_EVENT_TIME_LINE | kEventAlone | ACL_EVENT_IPC;

using PinnedEvent = HandlePool<Event>::Owner;

// The event of a handle. Null with 107017 recorded in *code.
PinnedEvent PinEvent(const char* function, Event* handle, int* code) {
  PinnedEvent event = EventPool().Pin(handle);
  if (event == nullptr) *code = BadHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "event", handle);
  return event;
}

// The same for calls that ask or wait until the event is complete, which captures forbid (107041),
// and which a captured event never is (107030).
PinnedEvent PinFinishedEvent(const char* function, Event* handle, int* code) {
  if ((*code = CheckCaptures(function)) != ACL_SUCCESS) return EventPool().Pin(nullptr);
  PinnedEvent event = PinEvent(function, handle, code);
  if (event == nullptr) return event;
  *code = CheckNotCaptured(function, *event);
  if (*code != ACL_SUCCESS) event.reset();
  return event;
}

std::shared_ptr<EventPoint> LastPoint(Event& event) {
  absl::MutexLock lock(&event.mutex);
  return event.last;
}

}  // namespace

HandlePool<Event>& EventPool() {
  static absl::NoDestructor<HandlePool<Event>> pool(kMaxEvents);
  return *pool;
}

int CreateEvent(const char* function, uint32_t flag, Event** event) {
  if (flag == 0 || (flag & ~kEventFlags) != 0 ||
      ((flag & kEventAlone) != 0 && (flag & (flag - 1)) != 0)) {
    return Fail(ACL_ERROR_RT_PARAM_INVALID,
                Format("%s: flag is 0x%x; accepted are combinations of 0x%x, with 0x%x "
                       "and 0x%x only by themselves",
                       function, flag, kEventFlags, ACL_EVENT_DEVICE_USE_ONLY, ACL_EVENT_EXTERNAL));
  }
  if (RequireContext(function) == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  Event* created = EventPool().Create(flag);
  if (created == nullptr) {
    return Fail(ACL_ERROR_RT_NO_EVENT_RESOURCE, absl::StrCat(function, ": there are ", kMaxEvents,
                                                             " events; there can be no more"));
  }
  *event = created;
  return ACL_SUCCESS;
}

int DestroyEvent(const char* function, Event* event) {
  // Queued records and waits have their own hold on the point.
  return EventPool().Destroy(event)
             ? ACL_SUCCESS
             : BadHandle(ACL_ERROR_RT_INVALID_HANDLE, function, "event", event);
}

int RecordEvent(const char* function, Event* handle, aclrtStream stream_handle) {
  int code = ACL_SUCCESS;
  const PinnedEvent event = PinEvent(function, handle, &code);
  if (event == nullptr) return code;
  const PinnedStream stream = PinOwnStream(function, stream_handle, &code);
  if (stream == nullptr) return code;
  if (const auto captured = CaptureRecord(function, *stream, *event)) return *captured;
  auto point = std::make_shared<EventPoint>();
  if (!stream->queue->PushRecord(point)) return Closing(function, stream_handle);
  // Only now may others wait for it (the argument in stream_queue.h).
  absl::MutexLock lock(&event->mutex);
  event->last = std::move(point);
  event->captured = nullptr;
  return ACL_SUCCESS;
}

int ResetEvent(const char* function, Event* handle, aclrtStream stream_handle) {
  int code = ACL_SUCCESS;
  PinnedEvent event = PinEvent(function, handle, &code);
  if (event == nullptr) return code;
  if ((event->flag & ACL_EVENT_SYNC) == 0) {
    return Fail(
        ACL_ERROR_RT_PARAM_INVALID,
        Format("%s: event was created with flag 0x%x; accepted are those with ACL_EVENT_SYNC (0x1)",
               function, event->flag));
  }
  const PinnedStream stream = PinOwnStream(function, stream_handle, &code);
  if (stream == nullptr) return code;
  if (const auto captured = CaptureReset(function, *stream, *event)) return *captured;
  // When its turn comes the event may have been recorded anew. The pin keeps a destroyed event.
  std::shared_ptr<EventPoint> point = LastPoint(*event);
  Work reset = [event = std::move(event), point = std::move(point)]() -> WorkResult {
    absl::MutexLock lock(&event->mutex);
    if (event->last == point) event->last = nullptr;
    return {};
  };
  return stream->queue->Push(0, std::move(reset)) ? ACL_SUCCESS : Closing(function, stream_handle);
}

int WaitForEvent(const char* function, aclrtStream stream_handle, Event* handle) {
  int code = ACL_SUCCESS;
  const PinnedEvent event = PinEvent(function, handle, &code);
  if (event == nullptr) return code;
  const PinnedStream stream = PinOwnStream(function, stream_handle, &code);
  if (stream == nullptr) return code;
  if (const auto captured = CaptureWait(function, *stream, *event)) return *captured;
  std::shared_ptr<EventPoint> point = LastPoint(*event);
  if (point == nullptr) return ACL_SUCCESS;
  return stream->queue->PushWait(std::move(point), event->waits) ? ACL_SUCCESS
                                                                 : Closing(function, stream_handle);
}

int QueryEvent(const char* function, Event* handle, bool* complete) {
  int code = ACL_SUCCESS;
  const PinnedEvent event = PinFinishedEvent(function, handle, &code);
  if (event == nullptr) return code;
  const std::shared_ptr<EventPoint> point = LastPoint(*event);
  *complete = point == nullptr || point->done.load(std::memory_order_acquire) ||
              point->queue->Finish(point->position, StreamQueue::Blocking::kNoWait);
  return ACL_SUCCESS;
}

int QueryEventWaits(const char* function, Event* handle, bool* complete) {
  int code = ACL_SUCCESS;
  const PinnedEvent event = PinFinishedEvent(function, handle, &code);
  if (event == nullptr) return code;
  if (event->waits->load(std::memory_order_acquire) > 0) {
    const Device* const device = RequireDevice(function);
    if (device == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
    ProgressWork(device);
  }
  *complete = event->waits->load(std::memory_order_acquire) == 0;
  return ACL_SUCCESS;
}

int SynchronizeEvent(const char* function, Event* handle, int32_t timeout_ms) {
  OPENACLNN_RETURN_IF_ERROR(CheckWait(function, timeout_ms));
  int code = ACL_SUCCESS;
  const PinnedEvent event = PinFinishedEvent(function, handle, &code);
  if (event == nullptr) return code;
  const std::shared_ptr<EventPoint> point = LastPoint(*event);
  if (point == nullptr ||
      FinishWithin(*point->queue, point->position, timeout_ms, Deadline(timeout_ms)))
    return ACL_SUCCESS;
  return TimedOut(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, function, timeout_ms);
}

int EventTime(const char* function, Event* handle, int64_t* time_ns) {
  int code = ACL_SUCCESS;
  const PinnedEvent event = PinEvent(function, handle, &code);
  if (event == nullptr) return code;
  const std::shared_ptr<EventPoint> point = LastPoint(*event);
  if (point == nullptr) {
    return Fail(ACL_ERROR_RT_INTERNAL_ERROR,
                Format("%s: event %p was never recorded", function, handle));
  }
  if (!point->done.load(std::memory_order_acquire)) {
    return Fail(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                Format("%s: event %p is not complete; synchronize first", function, handle));
  }
  *time_ns = point->time_ns;
  return ACL_SUCCESS;
}

}  // namespace openaclnn
