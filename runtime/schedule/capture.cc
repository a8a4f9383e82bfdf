#include "runtime/schedule/capture.h"

#include <pthread.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/base/const_init.h"
#include "absl/base/no_destructor.h"
#include "absl/strings/str_cat.h"
#include "acl/acl_platform.h"
#include "runtime/base/errors.h"
#include "runtime/base/format.h"
#include "runtime/schedule/memory.h"

namespace openaclnn {
namespace {

constexpr uint32_t kMaxGraphs = 1 << 12;
constexpr uint32_t kMaxTaskGroups = 1 << 16;
constexpr const char* kEventsStay = ", and events cannot be replaced";

// No work runs and nothing is waited for while it is held.
absl::Mutex captures_mutex(absl::kConstInit);

// Captures that have not ended, and their number.
std::vector<std::shared_ptr<Capture>>& Captures() ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  static absl::NoDestructor<std::vector<std::shared_ptr<Capture>>> captures;
  return *captures;
}
std::atomic<size_t> capture_count{0};

thread_local aclmdlRICaptureMode thread_mode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;

uint64_t ThisThread() { return static_cast<uint64_t>(pthread_self()); }

std::string Describe(const void* handle) { return Format("%p", handle); }

// The capture that has the stream, or null.
Capture* CaptureOf(Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  std::shared_ptr<Capture>& capture = stream.capturing.capture;
  if (capture != nullptr && capture->ended) {
    capture = nullptr;
    stream.capturing.active.store(false, std::memory_order_release);
  }
  return capture.get();
}

Capture* CaptureOf(const CapturedPoint* point) ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  return point == nullptr || point->capture->ended ? nullptr : point->capture.get();
}

// Ends it for all of its streams. The caller has a hold on it.
void End(Capture& capture) ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  capture.ended = true;
  capture.open_groups.clear();
  std::erase_if(Captures(), [&](const auto& each) { return each.get() == &capture; });
  capture_count.store(Captures().size(), std::memory_order_release);
}

void Invalidate(Capture* capture, const char* function)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  if (capture != nullptr && capture->invalidated_by == nullptr) capture->invalidated_by = function;
}

int FailInvalid(const char* function, const char* what, const char* invalidated_by,
                const char* end) {
  return Fail(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED,
              absl::StrCat(function, ": the ", what, " was invalidated by ", invalidated_by, "; ",
                           end, " ends it"));
}

int FailInvalid(const char* function, const Capture& capture)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  return FailInvalid(function, "capture", capture.invalidated_by, "aclmdlRICaptureEnd");
}

int FailInvalid(const char* function, const TaskUpdate& update)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  return FailInvalid(function, "update of tasks", update.invalidated_by,
                     "aclmdlRICaptureTaskUpdateEnd");
}

// Invalidates the captures (null: none) and fails.
int CannotCapture(const char* function, std::initializer_list<Capture*> captures,
                  std::string_view problem) ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  for (Capture* const capture : captures) Invalidate(capture, function);
  return Fail(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT,
              absl::StrCat(function, ": ", problem, "; this invalidates the capture"));
}

// Invalidates the update of a stream and fails. No result: the stream has none.
std::optional<int> CannotUpdate(const char* function, Stream& stream, const char* problem)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  TaskUpdate* const update = stream.capturing.update.get();
  if (update == nullptr) return std::nullopt;
  if (update->invalidated_by != nullptr) return FailInvalid(function, *update);
  update->invalidated_by = function;
  return Fail(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT,
              absl::StrCat(function, ": stream has an update of tasks", problem,
                           "; this invalidates the update"));
}

// 107027 unless work for the stream runs.
int CheckRuns(const char* function, Stream& stream, aclrtStream handle)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  const bool captured = CaptureOf(stream) != nullptr;
  if (!captured && stream.capturing.update == nullptr) return ACL_SUCCESS;
  return Fail(ACL_ERROR_RT_STREAM_CAPTURED,
              absl::StrCat(function, ": stream is ", Describe(handle),
                           captured ? ", which is captured; aclmdlRICaptureEnd ends that"
                                    : ", which has an update of tasks; "
                                      "aclmdlRICaptureTaskUpdateEnd ends that"));
}

// The same for what begins a capture or an update; 107017 at the end of the stream.
int CheckMayBegin(const char* function, Stream& stream, aclrtStream handle)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  OPENACLNN_RETURN_IF_ERROR(CheckRuns(function, stream, handle));
  return stream.capturing.closed ? Closing(function, handle) : ACL_SUCCESS;
}

// The capture that has the stream. Null with 107029 in *code.
Capture* RequireCapture(const char* function, Stream& stream, aclrtStream handle, int* code)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  Capture* const capture = CaptureOf(stream);
  if (capture == nullptr) {
    *code = Fail(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                 absl::StrCat(function, ": stream is ", Describe(handle),
                              ", which is not captured; aclmdlRICaptureBegin begins that"));
  }
  return capture;
}

// 107038 if another thread has to call the function.
int CheckThread(const char* function, const Capture& capture) {
  if (capture.mode == ACL_MODEL_RI_CAPTURE_MODE_RELAXED || capture.thread == ThisThread())
    return ACL_SUCCESS;
  return Fail(ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD,
              absl::StrCat(function, ": this is thread ", ThisThread(), "; thread ", capture.thread,
                           " began the capture, in mode ", static_cast<int>(capture.mode),
                           ", and must make this call"));
}

// The capture that has the stream, if groups of it may begin and end. Null with 107029, 107038 or
// 507903 in *code.
Capture* CaptureToGroup(const char* function, Stream& stream, aclrtStream handle, int* code)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  Capture* const capture = RequireCapture(function, stream, handle, code);
  if (capture == nullptr) return nullptr;
  *code = CheckThread(function, *capture);
  if (*code == ACL_SUCCESS && capture->invalidated_by != nullptr)
    *code = FailInvalid(function, *capture);
  return *code == ACL_SUCCESS ? capture : nullptr;
}

bool Forbids(const Capture& capture) {
  if (thread_mode == ACL_MODEL_RI_CAPTURE_MODE_RELAXED ||
      capture.mode == ACL_MODEL_RI_CAPTURE_MODE_RELAXED)
    return false;
  return capture.thread == ThisThread() || (thread_mode == ACL_MODEL_RI_CAPTURE_MODE_GLOBAL &&
                                            capture.mode == ACL_MODEL_RI_CAPTURE_MODE_GLOBAL);
}

// Whether all that other streams recorded comes before the end of the origin.
bool IsJoined(const Capture& capture) {
  const CaptureClock& end = capture.streams.find(capture.origin)->second;
  return std::all_of(capture.streams.begin(), capture.streams.end(), [&](const auto& entry) {
    const auto& [number, clock] = entry;
    const auto known = end.find(number);
    return clock.find(number)->second <= (known == end.end() ? 0 : known->second);
  });
}

// 207000 if the current device cannot capture; 107002 without one.
int CheckCanCapture(const char* function) {
  const Device* const device = RequireDevice(function);
  if (device == nullptr) return ACL_ERROR_RT_CONTEXT_NULL;
  const Product& product = *device->soc->product;
  if (product.npu_arch != DAV_1001 && product.npu_arch != DAV_3002) return ACL_SUCCESS;
  return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
              absl::StrCat(function, ": ", device->soc->name, " cannot capture streams"));
}

// The graph of a handle. Null with 107017 in *code, or 107027 while it is recorded.
HandlePool<Graph>::Owner PinGraph(const char* function, Graph* handle, int* code) {
  HandlePool<Graph>::Owner graph = GraphPool().Pin(handle);
  if (graph == nullptr) {
    *code = Fail(ACL_ERROR_RT_INVALID_HANDLE,
                 absl::StrCat(function, ": modelRI is ", Describe(handle),
                              ", which is not a live model; it was destroyed, or did not come from "
                              "aclmdlRICaptureEnd"));
  } else if (!graph->complete.load(std::memory_order_acquire)) {
    *code = Fail(ACL_ERROR_RT_STREAM_CAPTURED,
                 absl::StrCat(function, ": modelRI is ", Describe(handle),
                              ", which is still captured; aclmdlRICaptureEnd completes it"));
    graph.reset();
  }
  return graph;
}

// The graph of a group. Null with 107017 in *code, or 107027 while it is recorded.
HandlePool<Graph>::Owner PinGraphOf(const char* function, TaskGroup* handle, uint64_t* number,
                                    int* code) {
  const HandlePool<TaskGroup>::Owner group = TaskGroupPool().Pin(handle);
  // A call that has pinned the graph keeps its groups alive after the end of its handle.
  HandlePool<Graph>::Owner graph = GraphPool().Pin(group == nullptr ? nullptr : group->graph);
  if (graph == nullptr) {
    *code = Fail(ACL_ERROR_RT_INVALID_HANDLE,
                 absl::StrCat(function, ": grp is ", Describe(handle),
                              ", which is not a live group of tasks; its model was destroyed, or "
                              "it did not come from aclmdlRICaptureTaskGrpEnd"));
  } else if (!graph->complete.load(std::memory_order_acquire)) {
    *code = Fail(ACL_ERROR_RT_STREAM_CAPTURED,
                 absl::StrCat(function, ": grp is ", Describe(handle),
                              ", whose model is still captured; aclmdlRICaptureEnd completes it"));
    graph.reset();
  } else {
    *number = group->number;
  }
  return graph;
}

std::shared_ptr<Graph::Tasks> TasksOf(Graph& graph) {
  absl::MutexLock lock(&graph.mutex);
  return graph.tasks;
}

// Puts the tasks of an update in the places of those of its group. What the last two arguments hold
// afterwards is for the caller to release without locks, as work ends with it.
int ReplaceTasks(const char* function, const TaskUpdate& update, HandlePool<Graph>::Owner& graph,
                 std::shared_ptr<Graph::Tasks>& old) ABSL_EXCLUSIVE_LOCKS_REQUIRED(captures_mutex) {
  if (update.invalidated_by != nullptr) return FailInvalid(function, update);
  int code = ACL_SUCCESS;
  uint64_t group = 0;
  graph = PinGraphOf(function, update.group, &group, &code);
  if (graph == nullptr) return code;
  absl::MutexLock lock(&graph->mutex);
  auto tasks = std::make_shared<Graph::Tasks>(graph->tasks->list, graph->tasks->cost_ns);
  size_t count = 0;
  for (std::shared_ptr<Graph::Task>& task : tasks->list) {
    if (task->group != group) continue;
    const size_t number = count++;
    if (number >= update.tasks.size()) continue;
    const std::shared_ptr<Graph::Task>& replacement = update.tasks[number];
    if (std::string_view(replacement->function) != task->function) {
      return Fail(
          ACL_ERROR_RT_PARAM_INVALID,
          absl::StrCat(function, ": task ", number, " of the update is of ", replacement->function,
                       "; accepted is ", task->function, ", as recorded"));
    }
    replacement->stream = task->stream;
    replacement->group = group;
    tasks->cost_ns += replacement->cost_ns - task->cost_ns;
    task = replacement;
  }
  if (update.tasks.size() != count) {
    return Fail(
        ACL_ERROR_RT_PARAM_INVALID,
        absl::StrCat(function, ": the number of tasks in the update is ", update.tasks.size(),
                     "; accepted is ", count, ", as many as the group has"));
  }
  old = std::exchange(graph->tasks, std::move(tasks));
  return ACL_SUCCESS;
}

// Whether memory that a task uses is still that which it was recorded with. An allocation with the
// same address is another one if there was a release between the recording and its birth.
bool IsAlive(const MemoryRange& range, const Graph::Task& task) {
  const std::optional<Allocation> allocation = FindAllocation(range.begin);
  if (allocation.has_value()) {
    const uintptr_t offset = reinterpret_cast<uintptr_t>(range.begin) - allocation->begin;
    if (static_cast<uint64_t>(range.bytes) <= allocation->bytes - offset)
      return allocation->born <= task.releases;
  }
  return IsDeviceMemory(range.begin, range.bytes);
}

// What is wrong if the tasks need memory that was released; empty if they do not. Looks at all
// memory only if some has been released since.
std::string MissingMemory(const char* function, Graph::Tasks& tasks) {
  const uint64_t releases = MemoryReleases();
  if (tasks.releases.load(std::memory_order_acquire) == releases) return {};
  for (const std::shared_ptr<Graph::Task>& task : tasks.list) {
    for (const MemoryRange& range : task->memory) {
      if (IsAlive(range, *task)) continue;
      return Format(
          "%s: modelRI needs %d bytes from %p on, for which %s was called; "
          "this memory was released, and must live as long as the model",
          function, range.bytes, range.begin, task->function);
    }
  }
  tasks.releases.store(releases, std::memory_order_release);
  return {};
}

// One run of a graph that is queued on a stream. As long as there is one it counts as pending.
class GraphRun {
 public:
  GraphRun(HandlePool<Graph>::Owner graph, std::shared_ptr<Graph::Tasks> tasks)
      : graph_(std::move(graph)),
        tasks_(std::move(tasks)),
        number_(graph_->runs.fetch_add(1, std::memory_order_relaxed)) {
    graph_->pending.fetch_add(1, std::memory_order_relaxed);
  }
  GraphRun(GraphRun&&) = default;
  ~GraphRun() {
    if (graph_ != nullptr) graph_->pending.fetch_sub(1, std::memory_order_release);
  }

  // Does all tasks. As in a stream, those after a failure are done all the same.
  WorkResult operator()() {
    absl::MutexLock lock(&graph_->running);
    // Once more: what is released waits for work that is queued, and this may have been queued
    // after it waited.
    std::string missing = MissingMemory("aclmdlRIExecuteAsync", *tasks_);
    if (!missing.empty()) return {ACL_ERROR_RT_PARAM_INVALID, std::move(missing)};
    WorkResult first;
    for (const std::shared_ptr<Graph::Task>& task : tasks_->list) {
      if (number_ < graph_->aborted.load(std::memory_order_relaxed)) break;
      WorkResult result = task->work();
      if (result.code != 0 && first.code == 0) first = std::move(result);
    }
    return first;
  }

 private:
  HandlePool<Graph>::Owner graph_;
  std::shared_ptr<Graph::Tasks> tasks_;
  uint64_t number_;
};

}  // namespace

HandlePool<Graph>& GraphPool() {
  static absl::NoDestructor<HandlePool<Graph>> pool(kMaxGraphs);
  return *pool;
}

HandlePool<TaskGroup>& TaskGroupPool() {
  static absl::NoDestructor<HandlePool<TaskGroup>> pool(kMaxTaskGroups);
  return *pool;
}

// ---- For functions that queue something

std::optional<int> CaptureWork(const char* function, Stream& stream, int64_t cost_ns, Work&& work,
                               MemoryUse memory) {
  if (!MayCapture(stream)) return std::nullopt;
  absl::MutexLock lock(&captures_mutex);
  Capture* const capture = CaptureOf(stream);
  TaskUpdate* const update = stream.capturing.update.get();
  if (capture == nullptr && update == nullptr) return std::nullopt;
  if (capture != nullptr && capture->invalidated_by != nullptr)
    return FailInvalid(function, *capture);
  if (update != nullptr && update->invalidated_by != nullptr) return FailInvalid(function, *update);
  auto task = std::make_shared<Graph::Task>(function, stream.queue_number, cost_ns, std::move(work),
                                            memory(), MemoryReleases());
  if (update != nullptr) {
    update->tasks.push_back(std::move(task));
    return ACL_SUCCESS;
  }
  const auto open_group = capture->open_groups.find(stream.queue_number);
  if (open_group != capture->open_groups.end())
    task->group = HandlePool<TaskGroup>::ObjectOf(open_group->second).number;
  Graph& graph = *capture->graph;
  absl::MutexLock graph_lock(&graph.mutex);
  graph.tasks->list.push_back(std::move(task));
  graph.tasks->cost_ns += cost_ns;
  ++capture->streams[stream.queue_number][stream.queue_number];
  return ACL_SUCCESS;
}

std::optional<int> CaptureRecord(const char* function, Stream& stream, Event& event) {
  if (!MayCapture(stream)) return std::nullopt;
  absl::MutexLock lock(&captures_mutex);
  Capture* const capture = CaptureOf(stream);
  if (capture == nullptr) return CannotUpdate(function, stream, kEventsStay);
  if (capture->invalidated_by != nullptr) return FailInvalid(function, *capture);
  if ((event.flag & ACL_EVENT_EXTERNAL) != 0) {
    return CannotCapture(function, {capture},
                         "event was created with ACL_EVENT_EXTERNAL (0x20); a captured stream "
                         "records events without it");
  }
  auto point = std::make_shared<const CapturedPoint>(stream.capturing.capture,
                                                     capture->streams[stream.queue_number]);
  absl::MutexLock event_lock(&event.mutex);
  event.last = nullptr;
  event.captured = std::move(point);
  return ACL_SUCCESS;
}

std::optional<int> CaptureWait(const char* function, Stream& stream, Event& event) {
  std::shared_ptr<const CapturedPoint> captured;
  bool recorded_outside = false;
  {
    absl::MutexLock lock(&event.mutex);
    captured = event.captured;
    recorded_outside = event.last != nullptr;
  }
  if (captured == nullptr && !MayCapture(stream)) return std::nullopt;
  absl::MutexLock lock(&captures_mutex);
  Capture* const source = CaptureOf(captured.get());
  Capture* const target = CaptureOf(stream);
  if (const auto rejected = CannotUpdate(function, stream, kEventsStay)) return rejected;
  if (source == nullptr && target == nullptr) return std::nullopt;
  for (const Capture* const capture : {target, source}) {
    if (capture != nullptr && capture->invalidated_by != nullptr)
      return FailInvalid(function, *capture);
  }
  if (source == nullptr) {
    if (!recorded_outside) return ACL_SUCCESS;
    return CannotCapture(function, {target},
                         "event was recorded in a stream that is not captured; a captured stream "
                         "waits for events of its own capture");
  }
  if (target != nullptr && target != source) {
    return CannotCapture(function, {target, source},
                         "event was recorded in another capture than that of the stream");
  }
  if (stream.is_default)
    return CannotCapture(function, {source},
                         "stream is a default stream, which cannot be captured");
  if (stream.capturing.closed) {
    return Fail(ACL_ERROR_RT_INVALID_HANDLE,
                absl::StrCat(function, ": another thread is destroying the stream"));
  }
  CaptureClock merged = captured->clock;
  const auto place = source->streams.try_emplace(stream.queue_number).first;
  merged.try_emplace(stream.queue_number, 0);
  for (const auto& [number, count] : place->second) {
    uint64_t& known = merged[number];
    known = std::max(known, count);
  }
  place->second.swap(merged);
  stream.capturing.capture = captured->capture;
  stream.capturing.active.store(true, std::memory_order_release);
  return ACL_SUCCESS;
}

std::optional<int> CaptureReset(const char* function, Stream& stream, Event& event) {
  if (!MayCapture(stream)) return std::nullopt;
  absl::MutexLock lock(&captures_mutex);
  Capture* const capture = CaptureOf(stream);
  if (capture == nullptr) return CannotUpdate(function, stream, kEventsStay);
  if (capture->invalidated_by != nullptr) return FailInvalid(function, *capture);
  absl::MutexLock event_lock(&event.mutex);
  const bool is_elsewhere = event.captured != nullptr && CaptureOf(event.captured.get()) != capture;
  if (event.last != nullptr || is_elsewhere) {
    return CannotCapture(function, {capture},
                         "event was recorded outside; a captured stream resets events of its own "
                         "capture");
  }
  event.captured = nullptr;
  return ACL_SUCCESS;
}

int CheckCaptures(const char* function) {
  if (capture_count.load(std::memory_order_acquire) == 0 || InForkedChild()) return ACL_SUCCESS;
  absl::MutexLock lock(&captures_mutex);
  const Capture* forbidding = nullptr;
  for (const auto& capture : Captures()) {
    if (!Forbids(*capture)) continue;
    Invalidate(capture.get(), function);
    forbidding = capture.get();
  }
  if (forbidding == nullptr) return ACL_SUCCESS;
  return Fail(
      ACL_ERROR_RT_CAPTURE_MODE_FORBIDS,
      absl::StrCat(function, ": a stream is captured in mode ", static_cast<int>(forbidding->mode),
                   forbidding->thread == ThisThread() ? " by this thread" : "",
                   ", which forbids this call; the capture is invalid now"));
}

int CheckNotCaptured(const char* function, Stream& stream, const char* problem) {
  if (!MayCapture(stream)) return ACL_SUCCESS;
  absl::MutexLock lock(&captures_mutex);
  if (Capture* const capture = CaptureOf(stream))
    return CannotCapture(function, {capture}, absl::StrCat("stream is captured", problem));
  return CannotUpdate(function, stream, problem).value_or(ACL_SUCCESS);
}

int CheckNotCaptured(const char* function, Event& event) {
  std::shared_ptr<const CapturedPoint> point;
  {
    absl::MutexLock lock(&event.mutex);
    point = event.captured;
  }
  if (point == nullptr) return ACL_SUCCESS;
  absl::MutexLock lock(&captures_mutex);
  Capture* const capture = CaptureOf(point.get());
  if (capture == nullptr) return ACL_SUCCESS;
  return CannotCapture(function, {capture},
                       "event was recorded in a captured stream, where it is never complete");
}

void EndCapturing(Stream& stream) {
  // Both released without the lock.
  HandlePool<Graph>::Owner graph(nullptr, {&GraphPool()});
  std::shared_ptr<TaskUpdate> update;
  absl::MutexLock lock(&captures_mutex);
  stream.capturing.closed = true;
  update = std::exchange(stream.capturing.update, nullptr);
  Capture* const capture = CaptureOf(stream);
  if (capture == nullptr) return;
  Invalidate(capture, "the end of one of its streams");
  if (capture->origin == stream.queue_number) {
    End(*capture);
    graph = GraphPool().Claim(capture->handle);
    std::swap(graph, capture->graph);
  }
  stream.capturing.capture = nullptr;
}

// ---- What the functions of acl_rt.h do

int BeginCapture(const char* function, aclrtStream handle, aclmdlRICaptureMode mode) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinOwnStream(function, handle, &code);
  if (stream == nullptr) return code;
  if (stream->is_default) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat(function, ": stream is ", Describe(handle),
                             ", a default stream, which cannot be captured; accepted are those of "
                             "aclrtCreateStream"));
  }
  // Another thread may have ended the context meanwhile.
  OPENACLNN_RETURN_IF_ERROR(CheckCanCapture(function));
  HandlePool<Graph>::Draft graph = GraphPool().CreateDraft();
  if (graph == nullptr) {
    return Fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
                absl::StrCat(function, ": there are ", kMaxGraphs,
                             " models, of aclmdlRICaptureBegin; there can be no more"));
  }
  const auto capture = std::make_shared<Capture>(mode, ThisThread(), stream->queue_number,
                                                 graph.get(), GraphPool().Pin(graph.get()));
  capture->streams[capture->origin][capture->origin] = 0;
  absl::MutexLock lock(&captures_mutex);
  OPENACLNN_RETURN_IF_ERROR(CheckMayBegin(function, *stream, handle));
  Captures().push_back(capture);
  capture_count.store(Captures().size(), std::memory_order_release);
  stream->capturing.capture = capture;
  stream->capturing.active.store(true, std::memory_order_release);
  graph.release();
  return ACL_SUCCESS;
}

int EndCapture(const char* function, aclrtStream handle, Graph** result) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinStream(function, handle, &code);
  if (stream == nullptr) return code;
  HandlePool<Graph>::Owner graph(nullptr, {&GraphPool()});
  absl::MutexLock lock(&captures_mutex);
  if (RequireCapture(function, *stream, handle, &code) == nullptr) return code;
  const std::shared_ptr<Capture> capture = stream->capturing.capture;
  if (capture->origin != stream->queue_number) {
    return Fail(ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED,
                absl::StrCat(function, ": stream is ", Describe(handle),
                             ", which joined the capture; it ends at the stream where it began"));
  }
  OPENACLNN_RETURN_IF_ERROR(CheckThread(function, *capture));
  if (capture->invalidated_by != nullptr) {
    code = FailInvalid(function, *capture);
  } else if (!capture->open_groups.empty()) {
    return Fail(ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED,
                absl::StrCat(function,
                             ": a stream of the capture has an open group of tasks; "
                             "aclmdlRICaptureTaskGrpEnd ends it"));
  } else if (!IsJoined(*capture)) {
    code = Fail(ACL_ERROR_RT_STREAM_UNJOINED,
                absl::StrCat(function, ": a stream that joined the capture has work that the ",
                             "stream does not wait for; record an event behind it, and let the ",
                             "stream wait for that (aclrtStreamWaitEvent)"));
  }
  End(*capture);
  (void)CaptureOf(*stream);
  graph = std::exchange(capture->graph, HandlePool<Graph>::Owner(nullptr, {&GraphPool()}));
  if (code == ACL_SUCCESS) {
    graph->complete.store(true, std::memory_order_release);
    *result = capture->handle;
  } else {
    GraphPool().Destroy(capture->handle);
  }
  return code;
}

int GetCaptureInfo(const char* function, aclrtStream handle, aclmdlRICaptureStatus* status,
                   Graph** graph) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinStream(function, handle, &code);
  if (stream == nullptr) return code;
  absl::MutexLock lock(&captures_mutex);
  const Capture* const capture = CaptureOf(*stream);
  *status = capture == nullptr                   ? ACL_MODEL_RI_CAPTURE_STATUS_NONE
            : capture->invalidated_by == nullptr ? ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE
                                                 : ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED;
  *graph = capture == nullptr ? nullptr : capture->handle;
  return ACL_SUCCESS;
}

aclmdlRICaptureMode ExchangeCaptureMode(aclmdlRICaptureMode mode) {
  return std::exchange(thread_mode, mode);
}

int BeginTaskGroup(const char* function, aclrtStream handle) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinStream(function, handle, &code);
  if (stream == nullptr) return code;
  absl::MutexLock lock(&captures_mutex);
  Capture* const capture = CaptureToGroup(function, *stream, handle, &code);
  if (capture == nullptr) return code;
  if (capture->open_groups.contains(stream->queue_number)) {
    return Fail(ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED,
                absl::StrCat(function, ": stream is ", Describe(handle),
                             ", which has an open group of tasks; aclmdlRICaptureTaskGrpEnd ends "
                             "it"));
  }
  const uint64_t number = capture->graph->groups.size() + capture->open_groups.size() + 1;
  HandlePool<TaskGroup>::Draft group = TaskGroupPool().CreateDraft(capture->handle, number);
  if (group == nullptr) {
    return Fail(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
                absl::StrCat(function, ": there are ", kMaxTaskGroups,
                             " groups of tasks; there can be no more"));
  }
  capture->open_groups.emplace(stream->queue_number, std::move(group));
  return ACL_SUCCESS;
}

int EndTaskGroup(const char* function, aclrtStream handle, TaskGroup** group) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinStream(function, handle, &code);
  if (stream == nullptr) return code;
  absl::MutexLock lock(&captures_mutex);
  Capture* const capture = CaptureToGroup(function, *stream, handle, &code);
  if (capture == nullptr) return code;
  const auto open_group = capture->open_groups.find(stream->queue_number);
  if (open_group == capture->open_groups.end()) {
    return Fail(ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED,
                absl::StrCat(function, ": stream is ", Describe(handle),
                             ", which has no open group of tasks; aclmdlRICaptureTaskGrpBegin "
                             "begins one"));
  }
  capture->graph->groups.push_back(std::move(open_group->second));
  *group = capture->graph->groups.back().get();
  capture->open_groups.erase(open_group);
  return ACL_SUCCESS;
}

int BeginTaskUpdate(const char* function, aclrtStream handle, TaskGroup* group) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinOwnStream(function, handle, &code);
  if (stream == nullptr) return code;
  OPENACLNN_RETURN_IF_ERROR(CheckCanCapture(function));
  uint64_t number = 0;
  if (PinGraphOf(function, group, &number, &code) == nullptr) return code;
  auto update = std::make_shared<TaskUpdate>(group);
  absl::MutexLock lock(&captures_mutex);
  OPENACLNN_RETURN_IF_ERROR(CheckMayBegin(function, *stream, handle));
  stream->capturing.update = std::move(update);
  stream->capturing.active.store(true, std::memory_order_release);
  return ACL_SUCCESS;
}

int EndTaskUpdate(const char* function, aclrtStream handle) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinStream(function, handle, &code);
  if (stream == nullptr) return code;
  // All released without the lock.
  HandlePool<Graph>::Owner graph(nullptr, {&GraphPool()});
  std::shared_ptr<Graph::Tasks> old;
  std::shared_ptr<TaskUpdate> update;
  absl::MutexLock lock(&captures_mutex);
  if (stream->capturing.update == nullptr) {
    return Fail(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                absl::StrCat(function, ": stream is ", Describe(handle),
                             ", which has no update of tasks; aclmdlRICaptureTaskUpdateBegin "
                             "begins one"));
  }
  code = ReplaceTasks(function, *stream->capturing.update, graph, old);
  update = std::exchange(stream->capturing.update, nullptr);
  stream->capturing.active.store(false, std::memory_order_release);
  return code;
}

int LaunchGraph(const char* function, Graph* handle, aclrtStream stream_handle) {
  int code = ACL_SUCCESS;
  HandlePool<Graph>::Owner graph = PinGraph(function, handle, &code);
  if (graph == nullptr) return code;
  const PinnedStream stream = PinOwnStream(function, stream_handle, &code);
  if (stream == nullptr) return code;
  if (MayCapture(*stream)) {
    absl::MutexLock lock(&captures_mutex);
    OPENACLNN_RETURN_IF_ERROR(CheckRuns(function, *stream, stream_handle));
  }
  std::shared_ptr<Graph::Tasks> tasks = TasksOf(*graph);
  if (const std::string missing = MissingMemory(function, *tasks); !missing.empty())
    return Fail(ACL_ERROR_RT_PARAM_INVALID, missing);
  const int64_t cost_ns = tasks->cost_ns;
  return PushWork(function, *stream, stream_handle, cost_ns,
                  GraphRun(std::move(graph), std::move(tasks)));
}

int RunGraph(const char* function, Graph* graph, int32_t timeout_ms) {
  OPENACLNN_RETURN_IF_ERROR(CheckWait(function, timeout_ms));
  OPENACLNN_RETURN_IF_ERROR(LaunchGraph(function, graph, nullptr));
  return SynchronizeStream(function, nullptr, timeout_ms);
}

int AbortGraph(const char* function, Graph* handle) {
  int code = ACL_SUCCESS;
  const HandlePool<Graph>::Owner graph = PinGraph(function, handle, &code);
  if (graph == nullptr) return code;
  graph->aborted.store(graph->runs.load(std::memory_order_relaxed), std::memory_order_relaxed);
  return ACL_SUCCESS;
}

int DestroyGraph(const char* function, Graph* handle) {
  int code = ACL_SUCCESS;
  const HandlePool<Graph>::Owner graph = PinGraph(function, handle, &code);
  if (graph == nullptr) return code;
  if (graph->pending.load(std::memory_order_acquire) > 0) {
    // A program that does nothing but ask must get there, too.
    ProgressWork(nullptr);
    if (graph->pending.load(std::memory_order_acquire) > 0) {
      return Fail(ACL_ERROR_RT_MODEL_RUNNING,
                  absl::StrCat(function, ": modelRI is ", Describe(handle),
                               ", which still runs; synchronize the stream first"));
    }
  }
  GraphPool().Destroy(handle);
  return ACL_SUCCESS;
}

int DescribeGraph(const char* function, Graph* handle, bool json, std::string* text) {
  int code = ACL_SUCCESS;
  const HandlePool<Graph>::Owner graph = PinGraph(function, handle, &code);
  if (graph == nullptr) return code;
  const std::shared_ptr<const Graph::Tasks> all = TasksOf(*graph);
  const size_t tasks = all->list.size();
  *text = json ? "{\"tasks\": [\n" : absl::StrCat(function, ": ", tasks, " tasks\n");
  for (size_t i = 0; i < tasks; ++i) {
    const Graph::Task& task = *all->list[i];
    absl::StrAppend(text, json ? absl::StrCat("  {\"index\": ", i, ", \"function\": \"",
                                              task.function, "\", \"stream\": ", task.stream)
                               : absl::StrCat(i, ": ", task.function, ", stream ", task.stream));
    if (task.group != 0) absl::StrAppend(text, json ? ", \"group\": " : ", group ", task.group);
    if (json) absl::StrAppend(text, ", \"memory\": [");
    for (const MemoryRange& range : task.memory) {
      const char* const comma = json && &range == task.memory.data() ? "" : ", ";
      absl::StrAppend(text, comma,
                      json
                          ? Format("{\"address\": \"%p\", \"bytes\": %d}", range.begin, range.bytes)
                          : Format("%p (%d bytes)", range.begin, range.bytes));
    }
    absl::StrAppend(text, json ? (i + 1 < tasks ? "]},\n" : "]}\n") : "\n");
  }
  if (json) absl::StrAppend(text, "]}\n");
  return ACL_SUCCESS;
}

}  // namespace openaclnn
