// What a handler of signals needs: a stack of its own.
#ifndef OPENACLNN_RUNTIME_AICORE_SIGNALS_H_
#define OPENACLNN_RUNTIME_AICORE_SIGNALS_H_

#include <signal.h>

#include <array>
#include <cstddef>
#include <memory>

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

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_SIGNALS_H_
