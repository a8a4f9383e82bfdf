// Contexts and streams: the objects behind aclrtContext and aclrtStream. The functions of
// acl/acl_rt.h are thin: they check their own pointers and call these, which return the codes that
// header documents, with the message recorded. `function` is the name messages begin with.
//
// Context* and Stream* are handles here (handle_pool.h), not addresses: a call pins what it uses,
// so another thread may destroy it meanwhile. Calls that come too late get the code of a handle
// that is not alive. Each function may throw std::bad_alloc; then it has done nothing.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_CONTEXT_H_
#define OPENACLNN_RUNTIME_SCHEDULE_CONTEXT_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "acl/acl_rt.h"
#include "runtime/handles/handle_pool.h"
#include "runtime/schedule/settings.h"
#include "runtime/schedule/stream_queue.h"

namespace openaclnn {

struct Capture;
struct Stream;
struct Subscription;
struct TaskUpdate;

struct Context {
  const Device* const device;
  const bool is_default;             // of its device
  Stream* default_stream = nullptr;  // set before the context is published
  // ACL_OPT_*, as set for this context.
  absl::Mutex options_mutex = {};
  std::array<std::optional<int64_t>, 3> options = {};

  Context(const Device* device_in, bool is_default_in)
      : device(device_in), is_default(is_default_in) {}
};

struct Stream {
  Context* const context;
  const bool is_default;  // of its context
  const bool waited_for;  // false: synchronizing returns at once
  const bool saturates;
  const uint64_t queue_number;  // in the registry of contexts
  const std::shared_ptr<StreamQueue> queue;

  // What callback.h knows of the stream.
  struct Callbacks {
    absl::Mutex mutex;
    std::shared_ptr<Subscription> subscription ABSL_GUARDED_BY(mutex);
    bool host_functions ABSL_GUARDED_BY(mutex) = false;
    bool ended ABSL_GUARDED_BY(mutex) = false;
  };
  Callbacks callbacks = {};

  // What capture.h knows of the stream. All but the flag is guarded by the lock of captures.
  struct Capturing {
    std::atomic<bool> active{false};  // there is a capture, which may have ended, or an update
    std::shared_ptr<Capture> capture;
    std::shared_ptr<TaskUpdate> update;  // none while there is a capture that has not ended
    bool closed = false;                 // none may begin
  };
  Capturing capturing = {};
};
using PinnedStream = HandlePool<Stream>::Owner;

HandlePool<Context>& ContextPool();
HandlePool<Stream>& StreamPool();

// ---- Devices and contexts

// The device with this number, or nullptr with 107001 recorded.
const Device* FindDevice(const char* function, int32_t id);

int SetDevice(const char* function, int32_t id);
int ResetDevice(const char* function, int32_t id, bool force);

// This thread's current context, or nullptr (nothing is recorded).
Context* CurrentContext();
// The same, with 107002 recorded.
Context* RequireContext(const char* function);
// Its device, or nullptr with 107002 recorded.
const Device* RequireDevice(const char* function);
// Its default stream, or nullptr with 107002 recorded.
Stream* RequireDefaultStream(const char* function);

int CreateContext(const char* function, int32_t device_id, Context** context);
int DestroyContext(const char* function, Context* context);
int SetCurrentContext(const char* function, Context* context);

// For aclFinalize: finishes all work and ends all contexts with their streams. Threads are then
// without a context until they set a device again.
void EndAllContexts();

// Whether streams made from now on saturate, by device.
int SetDeviceSaturates(const char* function, const Device* device, bool saturates);
bool DeviceSaturates(const Device* device);

// What aclrtDeviceEnablePeerAccess said. All devices share the memory of the host, so nothing else
// depends on it.
void SetPeerAccess(const Device* device, const Device* peer, bool enabled);
bool HasPeerAccess(const Device* device, const Device* peer);

// ---- Streams

// The stream of a handle; for null the current context's default stream. Null with 107017 or 107002
// recorded in *code.
PinnedStream PinStream(const char* function, aclrtStream handle, int* code);
// The stream that a call queues something on: it must belong to the current context, or *code is
// 107003.
PinnedStream PinOwnStream(const char* function, aclrtStream handle, int* code);
// Queue work, or a gate; 107017 if another thread is destroying the stream. Captures do not record
// gates.
int PushWork(const char* function, const Stream& stream, aclrtStream handle, int64_t cost_ns,
             Work&& work);
int PushGate(const char* function, Stream& stream, aclrtStream handle, std::shared_ptr<Gate> gate);

int CreateStream(const char* function, uint32_t flag, Stream** stream);
int DestroyStream(const char* function, Stream* stream, bool drop_work);

// What functions that wait begin with: not in a callback (207000), no wrong timeout (107000), and
// nothing that captures forbid (107041).
int CheckWait(const char* function, int32_t timeout_ms);

// Waits; reports what failed. `timeout_ms` -1: for ever.
int SynchronizeStream(const char* function, aclrtStream stream, int32_t timeout_ms);
int SynchronizeDevice(const char* function, int32_t timeout_ms);
int QueryStream(const char* function, aclrtStream stream, bool* complete);

// Finishes all work queued so far, on all devices: work of one may use memory of another, and
// streams that are being destroyed are still at work. Failures stay with their streams. Allocates
// nothing.
void FinishAllWork() noexcept;

// Does queued work of a device (null: of all) as far as it needs no other thread, so that a program
// that only asks gets an answer in the end.
void ProgressWork(const Device* device) noexcept;

// ---- What calls that take handles or wait share

// The failure of a call whose handle is not alive; `kind` is "context", "stream" or "event".
int BadHandle(int code, const char* function, const char* kind, const void* handle);
// The failure of a call whose stream another thread is destroying.
int Closing(const char* function, aclrtStream handle);

absl::Time Deadline(int32_t timeout_ms);
// Does the work of a queue up to a position; false if it was not complete in time.
bool FinishWithin(StreamQueue& queue, uint64_t position, int32_t timeout_ms, absl::Time deadline);
// The failure of a call that could not.
int TimedOut(int code, const char* function, int32_t timeout_ms);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_CONTEXT_H_
