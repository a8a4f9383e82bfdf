// Functions of the program that run when a stream reaches them, each on the thread that serves the
// stream: the one it is subscribed to, or one of the library's own.
//
// A callback must not wait for work, because work may wait for it; functions that wait begin with
// CheckMayWait. A thread that serves callbacks runs them wherever it would wait for a stream, so
// that a stream and its thread do not wait for each other.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_CALLBACK_H_
#define OPENACLNN_RUNTIME_SCHEDULE_CALLBACK_H_

#include <atomic>
#include <cstdint>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "acl/acl_rt.h"
#include "runtime/schedule/stream_queue.h"

namespace openaclnn {

class Callback;

// The callbacks that wait for one thread. Serving them allocates nothing.
class CallbackServer {
 public:
  // `anyone`: until a thread is known to serve, whoever waits for a callback runs it.
  explicit CallbackServer(bool anyone) : anyone_(anyone) {}

  void AddSubscription() ABSL_LOCKS_EXCLUDED(mutex_);

  enum class Served : uint8_t { kOne, kTimedOut, kNoSubscription };
  // Waits until the deadline for a callback and runs it.
  Served ServeOne(absl::Time deadline) ABSL_LOCKS_EXCLUDED(mutex_);

  // Runs what has been posted, and returns.
  void ServePosted() ABSL_LOCKS_EXCLUDED(mutex_);

  void HasThread() { anyone_.store(false, std::memory_order_release); }

 private:
  friend class Callback;
  friend struct Subscription;

  // Takes the first callback (there is one), runs it and tells its stream.
  void RunFirst() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  absl::Mutex mutex_;
  absl::CondVar changed_;  // a callback was posted or has run, or a subscription ended
  std::shared_ptr<Callback> first_ ABSL_GUARDED_BY(mutex_);
  Callback* last_ ABSL_GUARDED_BY(mutex_) = nullptr;  // if there is a first one
  int subscriptions_ ABSL_GUARDED_BY(mutex_) = 0;
  std::atomic<bool> anyone_;
};

// The callbacks of one stream that go to one server.
struct Subscription {
  const uint64_t thread_id;
  const std::shared_ptr<CallbackServer> server;
  bool ended = false;  // guarded by the server's mutex

  // Nothing is posted from now on. With `drop`, what was posted and has not begun does not run.
  void End(bool drop);
};

// ---- What the functions of acl_rt.h do

int SubscribeReport(const char* function, uint64_t thread_id, aclrtStream stream);
int UnsubscribeReport(const char* function, uint64_t thread_id, aclrtStream stream);
int ProcessReport(const char* function, int32_t timeout_ms);
int LaunchCallback(const char* function, aclrtCallback callback, void* data, bool blocks,
                   aclrtStream stream);
int LaunchHostFunction(const char* function, aclrtHostFunc callback, void* data,
                       aclrtStream stream);

struct Stream;
// For the end of a stream.
void EndCallbacks(Stream& stream, bool drop);

// 207000, recorded, if this thread is in a callback.
int CheckMayWait(const char* function);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_CALLBACK_H_
