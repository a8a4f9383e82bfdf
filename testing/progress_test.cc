#include "testing/progress.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace openaclnn::testing {
namespace {

TEST(Progress, SaysWhatRunsAndWhatIsLeftOnceInAWhile) {
  absl::Time now = absl::UnixEpoch();
  std::string text;
  Progress progress(
      "op", 100, [&] { return now; },
      [&](absl::string_view line) { absl::StrAppend(&text, line); });
  int asked = 0;
  for (int i = 0; i < 50; ++i) {
    progress.Step([&] {
      ++asked;
      return absl::StrCat("case ", i);
    });
    now += absl::Seconds(1);
  }
  EXPECT_EQ(text,
            "op: 10 of 100 done in 10 s, about 90 s left; now case 10\n"
            "op: 20 of 100 done in 20 s, about 80 s left; now case 20\n"
            "op: 30 of 100 done in 30 s, about 70 s left; now case 30\n"
            "op: 40 of 100 done in 40 s, about 60 s left; now case 40\n");
  EXPECT_EQ(asked, 4);
}

TEST(Progress, ShortRunsAreSilent) {
  absl::Time now = absl::UnixEpoch();
  std::string text;
  Progress progress(
      "op", 3, [&] { return now; }, [&](absl::string_view line) { absl::StrAppend(&text, line); });
  for (int i = 0; i < 3; ++i) {
    progress.Step([] { return "x"; });
    now += absl::Seconds(3);
  }
  EXPECT_EQ(text, "");
}

}  // namespace
}  // namespace openaclnn::testing
