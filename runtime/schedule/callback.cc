#include "runtime/schedule/callback.h"

#include <pthread.h>

#include <map>
#include <utility>

#include "absl/base/const_init.h"
#include "absl/base/no_destructor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "runtime/base/errors.h"
#include "runtime/base/thread_object.h"
#include "runtime/schedule/context.h"

namespace openaclnn {
namespace {

thread_local bool in_callback = false;
// Whether this thread serves ServedHere(), as it does once it was subscribed or has processed a
// report.
thread_local bool serves_here = false;

std::shared_ptr<CallbackServer>& ServedHere() {
  return ThreadObject<std::shared_ptr<CallbackServer>>::Get();
}

void ServeHere(std::shared_ptr<CallbackServer> server) {
  ServedHere() = std::move(server);
  serves_here = ServedHere() != nullptr;
}

// Servers by the number of their thread. One that nothing refers to any more has no subscriptions.
absl::Mutex servers_mutex(absl::kConstInit);
std::map<uint64_t, std::weak_ptr<CallbackServer>>& Servers()
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(servers_mutex) {
  static absl::NoDestructor<std::map<uint64_t, std::weak_ptr<CallbackServer>>> servers;
  return *servers;
}

uint64_t ThisThread() { return static_cast<uint64_t>(pthread_self()); }

// The server of aclrtLaunchHostFunc, and its thread if the system gives one.
std::shared_ptr<CallbackServer> HostFunctionServer() {
  static absl::NoDestructor<std::shared_ptr<CallbackServer>> server(
      std::make_shared<CallbackServer>(/*anyone=*/true));
  static absl::Mutex mutex(absl::kConstInit);
  static bool has_thread = false;
  absl::MutexLock lock(&mutex);
  if (has_thread) return *server;
  (*server)->AddSubscription();
  pthread_t thread;
  const auto serve = [](void* self) -> void* {
    for (;;) static_cast<CallbackServer*>(self)->ServeOne(absl::InfiniteFuture());
  };
  has_thread = pthread_create(&thread, nullptr, serve, server->get()) == 0;
  if (has_thread) {
    pthread_detach(thread);
    (*server)->HasThread();
  }
  return *server;
}

int Refuse(int code, const char* function, const char* problem) {
  return Fail(code, absl::StrCat(function, ": ", problem));
}

constexpr char kUsesHostFunctions[] =
    "the stream was used with aclrtLaunchHostFunc, which needs no subscription";

}  // namespace

bool InCallback() { return in_callback; }

int CheckMayWait(const char* function) {
  if (!in_callback) return ACL_SUCCESS;
  return Refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, function,
                "called by a callback of a stream, which must not wait for work; call it when the "
                "callback has returned");
}

bool ServesCallbacks() { return serves_here; }
void ServeCallbacks() { ServedHere()->ServePosted(); }

class Callback final : public Gate, public std::enable_shared_from_this<Callback> {
 public:
  Callback(std::shared_ptr<Subscription> subscription, std::shared_ptr<StreamQueue> queue,
           aclrtCallback function, void* data, bool blocks)
      : subscription_(std::move(subscription)),
        queue_(std::move(queue)),
        function_(function),
        data_(data),
        blocks_(blocks) {}

  bool Pass(Blocking blocking) override {
    CallbackServer& server = *subscription_->server;
    absl::MutexLock lock(&server.mutex_);
    if (!posted_) Post(server);
    while (blocks_ && !done_) {
      // Of callbacks for anyone, another thread may run the last one already.
      if (server.first_ != nullptr && server.anyone_.load(std::memory_order_acquire)) {
        server.RunFirst();
      } else if (blocking == Blocking::kNoWait) {
        return false;
      } else if (!serves_here) {
        server.changed_.Wait(&server.mutex_);
      } else {
        server.mutex_.Unlock();
        ServeCallbacks();
        server.mutex_.Lock();
        if (!done_) server.changed_.WaitWithTimeout(&server.mutex_, kServeInterval);
      }
    }
    return true;
  }

 private:
  friend class CallbackServer;
  friend struct Subscription;

  void Post(CallbackServer& server) ABSL_EXCLUSIVE_LOCKS_REQUIRED(server.mutex_) {
    posted_ = true;
    done_ = subscription_->ended;
    if (done_) return;
    (server.first_ == nullptr ? server.first_ : server.last_->next_) = shared_from_this();
    server.last_ = this;
    server.changed_.SignalAll();
  }

  const std::shared_ptr<Subscription> subscription_;
  const std::shared_ptr<StreamQueue> queue_;
  const aclrtCallback function_;
  void* const data_;
  const bool blocks_;  // the stream waits for it
  // Guarded by the server's mutex:
  bool posted_ = false;
  bool done_ = false;  // it has run, or will not
  std::shared_ptr<Callback> next_;
};

void CallbackServer::AddSubscription() {
  absl::MutexLock lock(&mutex_);
  ++subscriptions_;
}

void CallbackServer::RunFirst() {
  const std::shared_ptr<Callback> callback = std::move(first_);
  first_ = std::move(callback->next_);
  mutex_.Unlock();
  const bool outer = std::exchange(in_callback, true);
  // A function of C: an exception that leaves it ends the process.
  [&]() noexcept { callback->function_(callback->data_); }();
  in_callback = outer;
  mutex_.Lock();
  callback->done_ = true;
  changed_.SignalAll();
  if (!callback->blocks_) return;
  mutex_.Unlock();
  callback->queue_->Proceed();
  mutex_.Lock();
}

CallbackServer::Served CallbackServer::ServeOne(absl::Time deadline) {
  absl::MutexLock lock(&mutex_);
  while (first_ == nullptr) {
    if (subscriptions_ == 0) return Served::kNoSubscription;
    if (changed_.WaitWithDeadline(&mutex_, deadline) && first_ == nullptr) return Served::kTimedOut;
  }
  RunFirst();
  return Served::kOne;
}

void CallbackServer::ServePosted() {
  absl::MutexLock lock(&mutex_);
  while (first_ != nullptr) RunFirst();
}

void Subscription::End(bool drop) {
  std::shared_ptr<Callback> dropped;  // released without the lock
  absl::MutexLock lock(&server->mutex_);
  ended = true;
  --server->subscriptions_;
  std::shared_ptr<Callback>* place = &server->first_;
  Callback* last = nullptr;
  while (drop && *place != nullptr) {
    if ((*place)->subscription_.get() != this) {
      last = place->get();
      place = &last->next_;
      continue;
    }
    std::shared_ptr<Callback> callback = std::move(*place);
    *place = std::move(callback->next_);
    callback->done_ = true;
    callback->next_ = std::move(dropped);
    dropped = std::move(callback);
  }
  if (drop) server->last_ = last;
  server->changed_.SignalAll();
}

// ---- What the functions of acl_rt.h do

int SubscribeReport(const char* function, uint64_t thread_id, aclrtStream handle) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinStream(function, handle, &code);
  if (stream == nullptr) return code;
  absl::MutexLock lock(&stream->callbacks.mutex);
  if (stream->callbacks.host_functions)
    return Refuse(ACL_ERROR_RT_STREAM_SUBSCRIBE, function, kUsesHostFunctions);
  if (stream->callbacks.subscription != nullptr) {
    return Fail(ACL_ERROR_RT_STREAM_SUBSCRIBE,
                absl::StrCat(function, ": the stream is subscribed already, to thread ",
                             stream->callbacks.subscription->thread_id));
  }
  if (stream->callbacks.ended)
    return Refuse(ACL_ERROR_RT_INVALID_HANDLE, function, "another thread is destroying the stream");
  absl::MutexLock servers_lock(&servers_mutex);
  std::erase_if(Servers(), [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<CallbackServer>& entry = Servers()[thread_id];
  std::shared_ptr<CallbackServer> server = entry.lock();
  if (server == nullptr) server = std::make_shared<CallbackServer>(/*anyone=*/false);
  stream->callbacks.subscription = std::make_shared<Subscription>(thread_id, server);
  entry = server;
  server->AddSubscription();
  if (thread_id == ThisThread()) ServeHere(std::move(server));
  return ACL_SUCCESS;
}

int UnsubscribeReport(const char* function, uint64_t thread_id, aclrtStream handle) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinStream(function, handle, &code);
  if (stream == nullptr) return code;
  std::shared_ptr<Subscription> ended;
  {
    absl::MutexLock lock(&stream->callbacks.mutex);
    const Subscription* const subscription = stream->callbacks.subscription.get();
    if (stream->callbacks.host_functions)
      return Refuse(ACL_ERROR_RT_STREAM_SUBSCRIBE, function, kUsesHostFunctions);
    if (subscription == nullptr) {
      return Refuse(ACL_ERROR_RT_STREAM_SUBSCRIBE, function,
                    "the stream is not subscribed; aclrtSubscribeReport does that");
    }
    if (subscription->thread_id != thread_id) {
      return Fail(ACL_ERROR_RT_THREAD_SUBSCRIBE,
                  absl::StrCat(function, ": threadId is ", thread_id,
                               "; the stream is subscribed to thread ", subscription->thread_id));
    }
    ended = std::exchange(stream->callbacks.subscription, nullptr);
  }
  ended->End(/*drop=*/true);
  return ACL_SUCCESS;
}

int ProcessReport(const char* function, int32_t timeout_ms) {
  if (timeout_ms == 0 || timeout_ms < -1) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                absl::StrCat(function, ": timeout is ", timeout_ms,
                             " ms; accepted are -1 (wait for ever) and numbers above 0"));
  }
  OPENACLNN_RETURN_IF_ERROR(CheckMayWait(function));
  std::shared_ptr<CallbackServer> server;
  if (!InForkedChild()) {
    absl::MutexLock lock(&servers_mutex);
    const auto found = Servers().find(ThisThread());
    if (found != Servers().end()) server = found->second.lock();
  }
  CallbackServer::Served served = CallbackServer::Served::kNoSubscription;
  if (server != nullptr) {
    ServeHere(server);
    served = server->ServeOne(timeout_ms == -1 ? absl::InfiniteFuture()
                                               : absl::Now() + absl::Milliseconds(timeout_ms));
  }
  switch (served) {
    case CallbackServer::Served::kOne:
      return ACL_SUCCESS;
    case CallbackServer::Served::kTimedOut:
      return Fail(ACL_ERROR_RT_REPORT_TIMEOUT,
                  absl::StrCat(function, ": no callback was launched within the timeout of ",
                               timeout_ms, " ms"));
    case CallbackServer::Served::kNoSubscription:
      break;
  }
  return Fail(ACL_ERROR_RT_THREAD_SUBSCRIBE,
              absl::StrCat(function, ": no stream is subscribed to this thread, ", ThisThread(),
                           "; aclrtSubscribeReport does that"));
}

int LaunchCallback(const char* function, aclrtCallback callback, void* data, bool blocks,
                   aclrtStream handle) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinOwnStream(function, handle, &code);
  if (stream == nullptr) return code;
  std::shared_ptr<Subscription> subscription;
  {
    absl::MutexLock lock(&stream->callbacks.mutex);
    if (stream->callbacks.host_functions)
      return Refuse(ACL_ERROR_RT_STREAM_SUBSCRIBE, function, kUsesHostFunctions);
    subscription = stream->callbacks.subscription;
  }
  if (subscription == nullptr) {
    return Refuse(ACL_ERROR_RT_STREAM_NO_CB_REG, function,
                  "no thread is subscribed to the stream; aclrtSubscribeReport does that");
  }
  return PushGate(
      function, *stream, handle,
      std::make_shared<Callback>(std::move(subscription), stream->queue, callback, data, blocks));
}

int LaunchHostFunction(const char* function, aclrtHostFunc callback, void* data,
                       aclrtStream handle) {
  int code = ACL_SUCCESS;
  const PinnedStream stream = PinOwnStream(function, handle, &code);
  if (stream == nullptr) return code;
  auto gate = std::make_shared<Callback>(std::make_shared<Subscription>(0, HostFunctionServer()),
                                         stream->queue, callback, data,
                                         /*blocks=*/true);
  OPENACLNN_RETURN_IF_ERROR(PushGate(function, *stream, handle, std::move(gate)));
  absl::MutexLock lock(&stream->callbacks.mutex);
  stream->callbacks.host_functions = true;
  return ACL_SUCCESS;
}

void EndCallbacks(Stream& stream, bool drop) {
  std::shared_ptr<Subscription> ended;
  {
    absl::MutexLock lock(&stream.callbacks.mutex);
    stream.callbacks.ended = true;
    ended = std::exchange(stream.callbacks.subscription, nullptr);
  }
  if (ended != nullptr) ended->End(drop);
}

}  // namespace openaclnn
