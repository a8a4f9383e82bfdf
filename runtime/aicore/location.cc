#include "runtime/aicore/location.h"

#include <cxxabi.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "absl/base/no_destructor.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"

// libbacktrace, which GCC ships. Weak: a program that links a static openaclnn without it has no
// places in messages, and nothing else is missing.
extern "C" {
struct backtrace_state;
using BacktraceError = void (*)(void* data, const char* message, int number);
using BacktraceFrame = int (*)(void* data, uintptr_t pc, const char* file, int line,
                               const char* function);
[[gnu::weak]] backtrace_state* backtrace_create_state(const char* program, int threaded,
                                                      BacktraceError error, void* data);
[[gnu::weak]] int backtrace_pcinfo(backtrace_state* state, uintptr_t pc, BacktraceFrame frame,
                                   BacktraceError error, void* data);
[[gnu::weak]] int backtrace_full(backtrace_state* state, int skip, BacktraceFrame frame,
                                 BacktraceError error, void* data);
}

namespace openaclnn::aicore {
namespace {

void Ignore(void*, const char*, int) {}

// One thread at a time: else each of those that come first would read all debug information.
absl::Mutex& UseOfState() {
  static absl::NoDestructor<absl::Mutex> mutex;
  return *mutex;
}

// Null if libbacktrace is not linked. Reads the program's debug information once.
backtrace_state* State() {
  static backtrace_state* const state = backtrace_create_state == nullptr
                                            ? nullptr
                                            : backtrace_create_state(nullptr, 1, Ignore, nullptr);
  return state;
}

// Headers of the simulator that are compiled into kernels.
bool IsSimulator(std::string_view file) {
  for (const std::string_view part : {"/aicore/include/", "/aicore/core.h", "/aicore/launch.h"}) {
    if (file.find(part) != std::string_view::npos) return true;
  }
  return false;
}

std::string Demangled(const char* function) {
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(function, nullptr, nullptr, nullptr), &std::free);
  return name == nullptr ? function : name.get();
}

}  // namespace

std::string LocationOf(const void* site) {
  std::string place;
  if (site == nullptr || State() == nullptr) return place;
  const auto frame = [](void* data, uintptr_t, const char* file, int line, const char*) {
    if (file == nullptr || IsSimulator(file)) return 0;
    *static_cast<std::string*>(data) = absl::StrCat(file, ":", line);
    return 1;
  };
  const absl::MutexLock lock(&UseOfState());
  // The call is before the place it returns to.
  backtrace_pcinfo(State(), reinterpret_cast<uintptr_t>(site) - 1, frame, Ignore, &place);
  return place;
}

std::string CallStack(const void* site) {
  struct Calls {
    uintptr_t site;
    bool in_kernel;
    std::string text;
  } calls = {reinterpret_cast<uintptr_t>(site) - 1, false, ""};
  if (State() == nullptr) return calls.text;
  const auto frame = [](void* data, uintptr_t pc, const char* file, int line,
                        const char* function) {
    Calls& all = *static_cast<Calls*>(data);
    // What lies further in is the simulator's.
    all.in_kernel |= pc == all.site;
    if (!all.in_kernel || file == nullptr || IsSimulator(file)) return 0;
    absl::StrAppend(&all.text, "\n  at ", file, ":", line, function == nullptr ? "" : " ",
                    function == nullptr ? "" : Demangled(function));
    return 0;
  };
  const absl::MutexLock lock(&UseOfState());
  backtrace_full(State(), 1, frame, Ignore, &calls);
  return calls.text;
}

}  // namespace openaclnn::aicore
