#include "testing/progress.h"

#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace openaclnn::testing {

Progress::Progress(std::string what, int64_t total)
    : Progress(
          std::move(what), total, [] { return absl::Now(); },
          [](absl::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }) {}

Progress::Progress(std::string what, int64_t total, absl::AnyInvocable<absl::Time()> now,
                   absl::AnyInvocable<void(absl::string_view)> print)
    : what_(std::move(what)),
      total_(total),
      now_(std::move(now)),
      print_(std::move(print)),
      begin_(now_()),
      last_(begin_) {}

void Progress::Step(absl::FunctionRef<std::string()> doing) {
  const absl::Time now = now_();
  if (now - last_ >= kInterval) {
    last_ = now;
    const absl::Duration spent = now - begin_;
    const std::string left =
        done_ > 0 ? absl::StrCat(", about ", absl::ToInt64Seconds(spent * (total_ - done_) / done_),
                                 " s left")
                  : "";
    print_(absl::StrCat(what_, ": ", done_, " of ", total_, " done in ",
                        absl::ToInt64Seconds(spent), " s", left, "; now ", doing(), "\n"));
  }
  ++done_;
}

}  // namespace openaclnn::testing
