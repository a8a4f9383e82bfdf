// What a core does about a kernel that needs more stack than there is.
#include <signal.h>
#include <ucontext.h>

#include <cstdint>

#include "absl/log/absl_check.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/signals.h"
#include "runtime/base/thread_object.h"

namespace openaclnn::aicore {
namespace {

struct sigaction fault_action_before;

}  // namespace

void Core::WatchStack() {
  static const bool installed = [] {
    struct sigaction action = {};
    if (sigaction(SIGSEGV, nullptr, &fault_action_before) != 0) return false;
    action.sa_sigaction = &Core::OnFault;
    // The handler before this one is called by it, with the mask it asked for.
    action.sa_mask = fault_action_before.sa_mask;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | (fault_action_before.sa_flags & SA_NODEFER);
    return sigaction(SIGSEGV, &action, nullptr) == 0;
  }();
  ABSL_CHECK(installed);
  ThreadObject<SignalStack>::Get();
}

void Core::OnFault(int signal, siginfo_t* info, void* context) {
  Core* const core = current_;
  // The kernel's own code was interrupted, as ours never comes so far: nothing is half done.
  const auto* const address = static_cast<const uint8_t*>(info->si_addr);
  if (core != nullptr && address >= core->mapping_ && address < core->reserve_) {
    core->stack_overflow_ = true;
    // Leaving is a jump, which does not end the handler: SIGSEGV would stay blocked.
    pthread_sigmask(SIG_SETMASK, &static_cast<const ucontext_t*>(context)->uc_sigmask, nullptr);
    core->Leave();
  }
  if ((fault_action_before.sa_flags & SA_SIGINFO) != 0) {
    fault_action_before.sa_sigaction(signal, info, context);
  } else if (fault_action_before.sa_handler != SIG_DFL &&
             fault_action_before.sa_handler != SIG_IGN) {
    fault_action_before.sa_handler(signal);
  } else {
    // The instruction runs again, and the system ends the process where it stands.
    sigaction(signal, &fault_action_before, nullptr);
  }
}

void Core::RecordStackOverflow() {
  RecordFailure("stack", "",
                {"the kernel needs more than the ", kStackBytes,
                 " bytes it has; large arrays belong into the unified buffer"});
}

}  // namespace openaclnn::aicore
