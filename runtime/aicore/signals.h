// What a handler of signals needs: a stack of its own, and messages without allocations.
#ifndef OPENACLNN_RUNTIME_AICORE_SIGNALS_H_
#define OPENACLNN_RUNTIME_AICORE_SIGNALS_H_

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "absl/log/absl_check.h"

namespace openaclnn::aicore {

// A stack for signals: where a kernel's own is at its end there is no room for a handler. The
// thread's, if it has one.
class SignalStack {
 public:
  SignalStack() {
    stack_t present;
    if (sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) return;
    memory_ = std::make_unique<std::array<char, kBytes>>();
    const stack_t ours = {.ss_sp = memory_->data(), .ss_flags = 0, .ss_size = kBytes};
    ABSL_CHECK_EQ(sigaltstack(&ours, nullptr), 0);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;
  ~SignalStack() {
    stack_t present;
    if (memory_ == nullptr || sigaltstack(nullptr, &present) != 0 ||
        present.ss_sp != memory_->data())
      return;
    present.ss_flags = SS_DISABLE;
    sigaltstack(&present, nullptr);
  }

 private:
  static constexpr size_t kBytes = 65536;
  std::unique_ptr<std::array<char, kBytes>> memory_;
};

// A message put together in a signal handler, where no memory can be allocated.
class SignalText {
 public:
  SignalText& operator<<(std::string_view text) {
    const size_t bytes = std::min(text.size(), text_.size() - bytes_);
    std::memcpy(text_.data() + bytes_, text.data(), bytes);
    bytes_ += bytes;
    return *this;
  }
  SignalText& operator<<(int64_t number) {  // not negative
    char digits[20];
    size_t first = sizeof(digits);
    do digits[--first] = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    return *this << std::string_view(digits + first, sizeof(digits) - first);
  }
  void Print() const {
    [[maybe_unused]] const ssize_t written =
        write(STDERR_FILENO, text_.data(), bytes_);  // nothing can be done if it fails
  }

 private:
  std::array<char, 1024> text_;
  size_t bytes_ = 0;
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_SIGNALS_H_
