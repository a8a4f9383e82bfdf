// Capture: work for a stream is recorded instead of queued, and run later as often as wanted. The
// objects behind aclmdlRI.
//
// A capture begins and ends at one stream, its origin. Another stream joins it by waiting for an
// event that was recorded in a stream of the capture, and must be joined again: what it recorded
// must come before the end of the origin. A graph is the list of all that was recorded, in that
// order. Work needs only what was recorded before it, so one queue can run the list as it is, and
// events leave nothing behind but their order.
//
// What a capture forbids (CheckCaptures), or cannot record, invalidates it: nothing more is
// recorded, and its end returns 507903.
//
// Tasks of one stream can be made a group, which is replaced later: a stream in an update of tasks
// collects what is put on it, and the end of the update puts that in the places of the group's
// tasks. What captures cannot record, and events, make the update invalid in the same way.
//
// In all functions `function` is the name messages begin
// with. They may throw std::bad_alloc; then they have done nothing.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_CAPTURE_H_
#define OPENACLNN_RUNTIME_SCHEDULE_CAPTURE_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "acl/acl_rt.h"
#include "runtime/handles/handle_pool.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/event.h"
#include "runtime/schedule/stream.h"

namespace openaclnn {

struct Graph;

// Tasks of a graph that can be replaced. Its handle ends with the graph.
struct TaskGroup {
  Graph* const graph;
  const uint64_t number;  // of the groups of the graph, from 1 on
};
HandlePool<TaskGroup>& TaskGroupPool();

// What was recorded between the begin and the end of a capture.
struct Graph {
  struct Task {
    const char* function;
    uint64_t stream;  // number of its queue
    int64_t cost_ns;
    Work work;  // of one run at a time
    std::vector<MemoryRange> memory;
    uint64_t releases = 0;  // MemoryReleases() when it was recorded
    uint64_t group = 0;     // number of its group; 0: none
  };
  // All tasks, as runs do them. A run keeps those that it was queued with.
  struct Tasks {
    std::vector<std::shared_ptr<Task>> list;
    int64_t cost_ns = 0;
    // MemoryReleases() when all memory was last found alive.
    std::atomic<uint64_t> releases{~uint64_t{0}};
  };

  absl::Mutex mutex;
  // Appended to until the capture has ended; then an update replaces the whole.
  std::shared_ptr<Tasks> tasks ABSL_GUARDED_BY(mutex) = std::make_shared<Tasks>();
  std::vector<HandlePool<TaskGroup>::Draft> groups;  // until the capture has ended
  std::atomic<bool> complete{false};

  std::atomic<int> pending{0};       // runs that are queued and have not ended
  std::atomic<uint64_t> runs{0};     // ever queued
  std::atomic<uint64_t> aborted{0};  // of these, the first so many do no more
  absl::Mutex running;               // held by a run: two would use the same memory
};
HandlePool<Graph>& GraphPool();

// How many tasks of each stream, by its number, come before a place in a capture.
using CaptureClock = std::map<uint64_t, uint64_t>;

// From the begin to the end. Guarded by one lock, which capture.cc has.
struct Capture {
  const aclmdlRICaptureMode mode;
  const uint64_t thread;
  const uint64_t origin;  // number of the stream's queue
  Graph* const handle;
  HandlePool<Graph>::Owner graph;
  std::map<uint64_t, CaptureClock> streams;  // where each of them is
  const char* invalidated_by = nullptr;      // null: it is valid
  bool ended = false;
  std::map<uint64_t, HandlePool<TaskGroup>::Draft> open_groups = {};  // by stream
};

// What a stream collects to replace the tasks of a group. Guarded by the same lock.
struct TaskUpdate {
  TaskGroup* const group;  // a handle, which may end meanwhile
  std::vector<std::shared_ptr<Graph::Task>> tasks = {};
  const char* invalidated_by = nullptr;  // null: it is valid
};

// A recording of an event in a capture.
struct CapturedPoint {
  std::shared_ptr<Capture> capture;
  CaptureClock clock;
};

// False: certainly nothing captures the stream, and it has no update of tasks. Here, because every
// call asks.
inline bool MayCapture(const Stream& stream) {
  return stream.capturing.active.load(std::memory_order_acquire);
}

// ---- For functions that queue something. No result: nothing captures the stream, nor, for a wait,
// would take it in, and it has no update of tasks.

std::optional<int> CaptureWork(const char* function, Stream& stream, int64_t cost_ns, Work&& work,
                               MemoryUse memory);
std::optional<int> CaptureRecord(const char* function, Stream& stream, Event& event);
std::optional<int> CaptureWait(const char* function, Stream& stream, Event& event);
std::optional<int> CaptureReset(const char* function, Stream& stream, Event& event);

// 107041 if a capture forbids this thread what might wait for captured work: that of another
// thread only in global mode, its own unless the mode is relaxed.
int CheckCaptures(const char* function);

// 107030 if a capture has the stream, or was where the event was last recorded; `problem` follows
// "stream is captured". The same, or 507903, if the stream has an update of tasks.
int CheckNotCaptured(const char* function, Stream& stream,
                     const char* problem = ", so its work does not run");
int CheckNotCaptured(const char* function, Event& event);

// For the end of a stream. The capture that began there ends, others are invalid; an update of
// tasks is dropped.
void EndCapturing(Stream& stream);

// ---- What the functions of acl_rt.h do

int BeginCapture(const char* function, aclrtStream stream, aclmdlRICaptureMode mode);
int EndCapture(const char* function, aclrtStream stream, Graph** graph);
int GetCaptureInfo(const char* function, aclrtStream stream, aclmdlRICaptureStatus* status,
                   Graph** graph);
// Sets what captures this thread heeds; the result is what it was.
aclmdlRICaptureMode ExchangeCaptureMode(aclmdlRICaptureMode mode);

int BeginTaskGroup(const char* function, aclrtStream stream);
int EndTaskGroup(const char* function, aclrtStream stream, TaskGroup** group);
int BeginTaskUpdate(const char* function, aclrtStream stream, TaskGroup* group);
int EndTaskUpdate(const char* function, aclrtStream stream);

int LaunchGraph(const char* function, Graph* graph, aclrtStream stream);
int RunGraph(const char* function, Graph* graph, int32_t timeout_ms);
int AbortGraph(const char* function, Graph* graph);
int DestroyGraph(const char* function, Graph* graph);

// A line for each task, or the same as JSON.
int DescribeGraph(const char* function, Graph* graph, bool json, std::string* text);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_CAPTURE_H_
