#include "runtime/base/errors.h"

#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <new>
#include <string_view>

namespace openaclnn {
namespace {

constexpr size_t kMaxMessageBytes = 1024;
constexpr size_t kMaxTraceBytes = 2048;
constexpr size_t kMaxFrameBytes = 512;

constexpr std::string_view kForked =
    " (this process was forked after its parent had used a device; fork before aclrtSetDevice, or"
    " call exec)";

// The vendor's identifier of a kind of error, with its title. Inner kinds are the library's own
// fault.
struct Kind {
  const char* id;
  const char* title;
  bool inner;
};
constexpr Kind kNullPointer = {"EH0008", "Invalid_Argument_Null_Pointer", false};

Kind KindOf(int code) {
  switch (code / 1000) {
    case 161:
      return {"EZ1001", "AclNN_Parameter_Error", false};
    case 361:
      return {"EZ9903", "AclNN_Runtime_Error", false};
    case 561:
      return {"EZ9999", "AclNN_Inner_Error", true};
    case 100:
    case 148:
      return {"EH0007", "Invalid_Argument", false};
    case 107:
      return {"EE1001", "Invalid_Argument", false};
    case 500:
      return {"EH9999", "Inner_Error", true};
    case 207:
    case 507:
      return {"EE1001", "Runtime_Error", false};
    default:
      return {"EH0009", "Invalid_Argument_Reason", false};
  }
}

// Text in place, so that an error can be recorded when there is no memory.
template <size_t kCapacity>
class FixedText {
 public:
  // What does not fit is cut between characters, not inside one of UTF-8.
  void Append(std::string_view text) {
    size_t room = kCapacity - size_;
    if (text.size() > room) {
      while (room > 0 && (static_cast<unsigned char>(text[room]) & 0xC0) == 0x80) --room;
      text = text.substr(0, room);
    }
    std::copy(text.begin(), text.end(), bytes_.begin() + static_cast<ptrdiff_t>(size_));
    size_ += text.size();
    bytes_[size_] = '\0';
  }
  void Clear() { size_ = 0; }
  size_t room() const { return kCapacity - size_; }
  std::string_view view() const { return {bytes_.data(), size_}; }
  const char* c_str() const { return bytes_.data(); }

 private:
  size_t size_ = 0;
  std::array<char, kCapacity + 1> bytes_ = {};
};

struct ThreadError {
  bool recorded = false;
  Kind kind = {};
  timeval time = {};
  FixedText<kMaxMessageBytes> message;
  FixedText<kMaxTraceBytes> trace;
  FixedText<kMaxFrameBytes + kMaxMessageBytes + kMaxTraceBytes>
      text;  // what RecentErrorText gave out
};

ThreadError& Error() {
  thread_local ThreadError error;
  return error;
}

// Begins a new message.
ThreadError& Record(const Kind& kind) {
  ThreadError& error = Error();
  error.recorded = true;
  error.kind = kind;
  gettimeofday(&error.time, nullptr);
  error.message.Clear();
  error.trace.Clear();
  return error;
}

}  // namespace

int Fail(int code, std::string_view message) {
  ThreadError& error = Record(KindOf(code));
  error.message.Append(message);
  if (InForkedChild()) error.message.Append(kForked);
  return code;
}

int FailNull(int code, std::string_view function, std::string_view argument) {
  // aclnn has one identifier for all mistakes of the caller, acl one of its own for null pointers.
  ThreadError& error = Record(code / 1000 == 100 ? kNullPointer : KindOf(code));
  for (std::string_view part :
       {function, std::string_view(": "), argument, std::string_view(" is a null pointer")}) {
    error.message.Append(part);
  }
  return code;
}

void AddToTrace(std::string_view message) {
  constexpr std::string_view kIndent = "        ";
  FixedText<kMaxTraceBytes>& trace = Error().trace;
  message = message.substr(0, kMaxMessageBytes);
  if (trace.room() < kIndent.size() + message.size() + 1) return;
  for (std::string_view part : {kIndent, message, std::string_view("\n")}) trace.Append(part);
}

const char* RecentErrorText() {
  ThreadError& error = Error();
  if (!error.recorded) return nullptr;
  error.recorded = false;
  error.text.Clear();
  char line[kMaxFrameBytes / 2];
  if (error.kind.inner) {
    std::snprintf(line, sizeof(line), "%s: Internal error!\n", error.kind.id);
    error.text.Append(line);
  }
  tm local = {};
  localtime_r(&error.time.tv_sec, &local);
  char date[64];
  date[std::strftime(date, sizeof(date), "%Y-%m-%d-%H:%M:%S", &local)] = '\0';
  const int microseconds = static_cast<int>(error.time.tv_usec);
  std::snprintf(line, sizeof(line), "[PID: %d] %s.%03d.%03d %s(%s): ", getpid(), date,
                microseconds / 1000, microseconds % 1000, error.kind.title, error.kind.id);
  error.text.Append(line);
  error.text.Append(error.message.view());
  error.text.Append("\n");
  if (!error.trace.view().empty()) {
    error.text.Append("TraceBack (most recent call last):\n");
    error.text.Append(error.trace.view());
  }
  return error.text.c_str();
}

int FailCaught(const char* function, int out_of_memory, int inner) {
  int code = inner;
  const char* what = "an unknown exception";
  try {
    throw;
  } catch (const std::bad_alloc&) {
    code = out_of_memory;
    what = "out of memory";
  } catch (const std::exception& exception) {
    what = exception.what();
  } catch (...) {
  }
  ThreadError& error = Record(KindOf(code));
  for (std::string_view part :
       {std::string_view(function), std::string_view(": "), std::string_view(what)}) {
    error.message.Append(part);
  }
  return code;
}

void WatchForks() {
  [[maybe_unused]] static const int registered = pthread_atfork(
      nullptr, nullptr, [] { in_forked_child.store(true, std::memory_order_relaxed); });
}

}  // namespace openaclnn
