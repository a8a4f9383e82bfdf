// A function that runs on a stack of its own, so that it can be suspended half-way and resumed by
// any thread, or given up.
//
// A block of a kernel is one: SyncAll suspends it until the others have come as far, without a
// thread for each core; and a block that misused the core is given up where it stands, without
// exceptions through the kernel's code.
#ifndef OPENACLNN_RUNTIME_AICORE_FIBER_H_
#define OPENACLNN_RUNTIME_AICORE_FIBER_H_

#include <setjmp.h>

#include <cstddef>

#include "absl/functional/any_invocable.h"

namespace openaclnn::aicore {

class Fiber {
 public:
  // `stack` is the lowest byte of memory that is the fiber's alone until it is done.
  Fiber(void* stack, size_t stack_bytes);
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  ~Fiber();

  // Starts a function; the one before must be done.
  void Start(absl::AnyInvocable<void()> body);

  // Runs the function on this thread until it suspends itself, leaves or returns.
  void Resume();

  // True if there is nothing (more) to resume.
  bool done() const { return done_; }

  // Gives a suspended function up: it never continues after its Suspend().
  void Cancel();

  // Both only from inside the function. Leave() gives up: objects on the fiber's stack are not
  // destroyed.
  void Suspend();
  [[noreturn]] void Leave();

 private:
  [[noreturn]] static void Main(unsigned low, unsigned high);
  // Enters the stack where a function last suspended itself, or at its beginning.
  [[noreturn]] void Enter();
  // Goes back to whoever resumed. `fake_stack`: where to keep AddressSanitizer's notes of this
  // stack; null: what is on it will not be used again.
  [[noreturn]] void GoBack(void** fake_stack);

  void* const stack_;
  const size_t stack_bytes_;
  absl::AnyInvocable<void()> body_;
  bool done_ = true;
  bool cancelled_ = false;
  // Switching is a jump: swapcontext asks the system for the mask of signals each time, which took
  // half of a short block's time.
  sigjmp_buf resumer_;
  sigjmp_buf beginning_;
  sigjmp_buf suspended_;
  sigjmp_buf* next_ = nullptr;  // one of the two; null: the stack has no beginning yet
  bool begun_ = false;
  bool left_ = false;  // the last function did not return
  // What the sanitizers want to know about a change of stacks.
  void* fake_stack_ = nullptr;
  const void* resumer_stack_ = nullptr;
  size_t resumer_stack_bytes_ = 0;
  [[maybe_unused]] void* tsan_fiber_ = nullptr;
  [[maybe_unused]] void* tsan_resumer_ = nullptr;
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_FIBER_H_
