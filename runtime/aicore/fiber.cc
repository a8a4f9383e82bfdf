// The check that a jump only leaves functions knows one stack per thread.
#undef _FORTIFY_SOURCE
#include "runtime/aicore/fiber.h"

#include <setjmp.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/config.h"
#include "absl/functional/any_invocable.h"
#include "absl/log/absl_check.h"
#ifdef ABSL_HAVE_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef ABSL_HAVE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace openaclnn::aicore {
namespace {

#if defined(ABSL_HAVE_ADDRESS_SANITIZER) || defined(ABSL_HAVE_THREAD_SANITIZER)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

// AddressSanitizer must know which stack is in use. *fake_stack keeps what it stores about the
// stack that is left; nullptr: that stack will not be used again.
void BeforeSwitch([[maybe_unused]] void** fake_stack, [[maybe_unused]] const void* stack,
                  [[maybe_unused]] size_t bytes) {
#ifdef ABSL_HAVE_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(fake_stack, stack, bytes);
#endif
}

void AfterSwitch([[maybe_unused]] void* fake_stack, [[maybe_unused]] const void** old_stack,
                 [[maybe_unused]] size_t* old_bytes) {
#ifdef ABSL_HAVE_ADDRESS_SANITIZER
  __sanitizer_finish_switch_fiber(fake_stack, old_stack, old_bytes);
#endif
}

}  // namespace

Fiber::Fiber(void* stack, size_t stack_bytes) : stack_(stack), stack_bytes_(stack_bytes) {}

Fiber::~Fiber() {
  Cancel();
  if (fake_stack_ != nullptr) {  // only from the stack itself can what is known of it be freed
    Start([this] { Leave(); });
    Resume();
  }
#ifdef ABSL_HAVE_THREAD_SANITIZER
  if (tsan_fiber_ != nullptr) __tsan_destroy_fiber(tsan_fiber_);
#endif
}

void Fiber::Start(absl::AnyInvocable<void()> body) {
  ABSL_CHECK(done_);
  body_ = std::move(body);
  done_ = false;
  cancelled_ = false;
  // A function that left has not returned from its calls, so sanitizers must forget its stack.
  // After one that returned they keep what they know: making that anew takes longer than a short
  // block.
  if (kIsSanitized && std::exchange(left_, false)) {
    begun_ = false;
#ifdef ABSL_HAVE_ADDRESS_SANITIZER
    __asan_unpoison_memory_region(stack_, stack_bytes_);
#endif
#ifdef ABSL_HAVE_THREAD_SANITIZER
    __tsan_destroy_fiber(std::exchange(tsan_fiber_, nullptr));
#endif
  }
#ifdef ABSL_HAVE_THREAD_SANITIZER
  if (tsan_fiber_ == nullptr) tsan_fiber_ = __tsan_create_fiber(0);
#endif
  next_ = begun_ ? &beginning_ : nullptr;
}

// AddressSanitizer would wait for a return to forget what it knows of the frame.
ABSL_ATTRIBUTE_NO_SANITIZE_ADDRESS void Fiber::Enter() {
  if (next_ != nullptr) siglongjmp(*next_, 1);
  ucontext_t context;
  ABSL_CHECK_EQ(getcontext(&context), 0);
  context.uc_stack.ss_sp = stack_;
  context.uc_stack.ss_size = stack_bytes_;
  context.uc_link = nullptr;
  // makecontext passes numbers of type int only.
  const auto self = reinterpret_cast<uintptr_t>(this);
  makecontext(&context, reinterpret_cast<void (*)()>(&Fiber::Main), 2, static_cast<unsigned>(self),
              static_cast<unsigned>(static_cast<uint64_t>(self) >> 32));
  setcontext(&context);
  std::abort();  // setcontext does not return
}

void Fiber::Main(unsigned low, unsigned high) {
  auto* self =
      reinterpret_cast<Fiber*>(static_cast<uintptr_t>(static_cast<uint64_t>(high) << 32 | low));
  self->begun_ = true;
  sigsetjmp(self->beginning_, 0);  // here later functions begin
  AfterSwitch(self->fake_stack_, &self->resumer_stack_, &self->resumer_stack_bytes_);
  self->body_();
  self->done_ = true;
  self->GoBack(&self->fake_stack_);
}

void Fiber::Resume() {
  ABSL_CHECK(!done_);
  void* fake_stack = nullptr;
  BeforeSwitch(&fake_stack, stack_, stack_bytes_);
#ifdef ABSL_HAVE_THREAD_SANITIZER
  tsan_resumer_ = __tsan_get_current_fiber();
#endif
  if (sigsetjmp(resumer_, 0) == 0) {
#ifdef ABSL_HAVE_THREAD_SANITIZER
    __tsan_switch_to_fiber(tsan_fiber_, 0);
#endif
    Enter();
  }
  AfterSwitch(fake_stack, nullptr, nullptr);
  if (done_) body_ = nullptr;
}

void Fiber::GoBack(void** fake_stack) {
  BeforeSwitch(fake_stack, resumer_stack_, resumer_stack_bytes_);
#ifdef ABSL_HAVE_THREAD_SANITIZER
  __tsan_switch_to_fiber(tsan_resumer_, 0);
#endif
  siglongjmp(resumer_, 1);
}

void Fiber::Suspend() {
  next_ = &suspended_;
  if (sigsetjmp(suspended_, 0) == 0) GoBack(&fake_stack_);
  AfterSwitch(fake_stack_, &resumer_stack_, &resumer_stack_bytes_);
  if (cancelled_) Leave();
}

void Fiber::Leave() {
  done_ = true;
  left_ = true;
  fake_stack_ = nullptr;
  GoBack(nullptr);
}

void Fiber::Cancel() {
  if (done_) return;
  cancelled_ = true;
  Resume();
}

}  // namespace openaclnn::aicore
