// Events: the objects behind aclrtEvent. What context.h says of its functions and handles holds for
// these too.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_EVENT_H_
#define OPENACLNN_RUNTIME_SCHEDULE_EVENT_H_

#include <atomic>
#include <cstdint>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "acl/acl_rt.h"
#include "runtime/handles/handle_pool.h"
#include "runtime/schedule/stream_queue.h"

namespace openaclnn {

struct CapturedPoint;

struct Event {
  explicit Event(uint32_t flag_in) : flag(flag_in) {}
  const uint32_t flag;
  absl::Mutex mutex;
  // Where it was recorded last: in a queue, in a capture, or neither.
  std::shared_ptr<EventPoint> last ABSL_GUARDED_BY(mutex);
  std::shared_ptr<const CapturedPoint> captured ABSL_GUARDED_BY(mutex);
  // Waits for the event that no stream has got past yet.
  const std::shared_ptr<std::atomic<int>> waits = std::make_shared<std::atomic<int>>(0);
};

HandlePool<Event>& EventPool();

int CreateEvent(const char* function, uint32_t flag, Event** event);
int DestroyEvent(const char* function, Event* event);
int RecordEvent(const char* function, Event* event, aclrtStream stream);
int ResetEvent(const char* function, Event* event, aclrtStream stream);
int WaitForEvent(const char* function, aclrtStream stream, Event* event);
int QueryEvent(const char* function, Event* event, bool* complete);
int QueryEventWaits(const char* function, Event* event, bool* complete);
int SynchronizeEvent(const char* function, Event* event, int32_t timeout_ms);
int EventTime(const char* function, Event* event, int64_t* time_ns);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_EVENT_H_
