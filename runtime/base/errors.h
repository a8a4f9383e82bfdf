// Status codes with their messages. Functions of this project return the vendor's code as an
// integer; the function that detects a failure records the message here, for the calling thread,
// where aclGetRecentErrMsg finds it. Nothing here allocates memory.
#ifndef OPENACLNN_RUNTIME_BASE_ERRORS_H_
#define OPENACLNN_RUNTIME_BASE_ERRORS_H_

#include <atomic>
#include <string_view>

namespace openaclnn {

// Records `message` for this thread, in place of an older one, and returns `code`. Messages are cut
// at 1024 bytes. The framing of aclGetRecentErrMsg (time, process, EZ1001/EZ9903/EZ9999 or
// EH0007/EE1001 ... by the code) is added here. Cold: code that leads here is kept apart from code
// that does not, as every call of an operator checks much and fails seldom.
[[nodiscard, gnu::cold]] int Fail(int code, std::string_view message);

// The same for a null pointer: "<function>: <argument> is a null pointer".
[[nodiscard, gnu::cold]] int FailNull(int code, std::string_view function,
                                      std::string_view argument);

// Adds a line to the trace of the message that Fail() recorded last, for failures that a call
// reports together. Lines that do not fit in 2048 bytes are dropped.
void AddToTrace(std::string_view message);

// The message recorded last on this thread, framed as the vendor does, or nullptr if there was none
// since the last call. Valid until the next call on this thread.
const char* RecentErrorText();

// For catch (...) at the border to C: records what was thrown. The result is `out_of_memory` for
// std::bad_alloc, else `inner`.
[[nodiscard]] int FailCaught(const char* function, int out_of_memory, int inner);

// Whether this process was forked from one that used a device (WatchForks). The child has none of
// the parent's threads and may have inherited locked locks, so every function fails there at once.
inline std::atomic<bool> in_forked_child{false};
inline bool InForkedChild() { return in_forked_child.load(std::memory_order_relaxed); }

// From now on a child made by fork() knows that it is one. For what first uses a device.
void WatchForks();

}  // namespace openaclnn

#define OPENACLNN_RETURN_IF_ERROR(expression)                               \
  do {                                                                      \
    if (const int openaclnn_status_ = (expression); openaclnn_status_ != 0) \
      return openaclnn_status_;                                             \
  } while (0)

#endif  // OPENACLNN_RUNTIME_BASE_ERRORS_H_
