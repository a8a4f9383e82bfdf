// What a long run is doing and how much is left, on stderr, at most once in so many seconds.
#ifndef OPENACLNN_TESTING_PROGRESS_H_
#define OPENACLNN_TESTING_PROGRESS_H_

#include <cstdint>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace openaclnn::testing {

class Progress {
 public:
  // Nothing is said before the first interval is over: short runs stay silent.
  static constexpr absl::Duration kInterval = absl::Seconds(10);

  // `what`: of all of it ("gelu_backward"). `total`: number of steps.
  Progress(std::string what, int64_t total);

  // For tests: another clock and another place to print.
  Progress(std::string what, int64_t total, absl::AnyInvocable<absl::Time()> now,
           absl::AnyInvocable<void(absl::string_view)> print);

  // A step begins; `doing` names it, and is asked only if something is printed.
  void Step(absl::FunctionRef<std::string()> doing);

 private:
  std::string what_;
  int64_t total_, done_ = 0;
  absl::AnyInvocable<absl::Time()> now_;
  absl::AnyInvocable<void(absl::string_view)> print_;
  absl::Time begin_, last_;
};

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_PROGRESS_H_
