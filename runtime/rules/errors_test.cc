#include "runtime/rules/errors.h"

#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

// Each test on a thread of its own: the state under test belongs to a thread.
void OnThread(void (*body)()) { std::thread(body).join(); }

std::string Text() {
  const char* text = RecentErrorText();
  return text == nullptr ? "(null)" : text;
}

TEST(Errors, NothingIsNull) {
  OnThread([] { EXPECT_EQ(RecentErrorText(), nullptr); });
}

TEST(Errors, OneMessage) {
  OnThread([] {
    EXPECT_EQ(Fail(161002, "self has dtype int8"), 161002);
    EXPECT_THAT(
        Text(),
        MatchesRegex("\\[PID: [0-9]+\\] [0-9-]+-[0-9:]+\\.[0-9]+\\.[0-9]+ AclNN_Parameter_Error\\(EZ1001\\): self has dtype int8\n"));
  });
}

TEST(Errors, IdentifierByCode) {
  struct Row {
    int code;
    const char* text;
  };
  static constexpr Row kRows[] = {{161001, "AclNN_Parameter_Error(EZ1001): m"},
                                  {361001, "AclNN_Runtime_Error(EZ9903): m"},
                                  {561103, "AclNN_Inner_Error(EZ9999): m"},
                                  {100000, "(EH0007): m"},
                                  {100037, "(EH0007): m"},
                                  {107000, "(EE1001): m"},
                                  {207001, "(EE1001): m"},
                                  {507046, "(EE1001): m"},
                                  {500000, "(EH9999): m"},
                                  {200000, "(EH0009): m"}};
  for (const Row& row : kRows) {
    std::thread([&row] {
      EXPECT_EQ(Fail(row.code, "m"), row.code);
      EXPECT_THAT(Text(), HasSubstr(row.text));
    }).join();
  }
}

TEST(Errors, NullPointer) {
  OnThread([] {
    EXPECT_EQ(FailNull(100000, "aclrtMalloc", "devPtr"), 100000);
    EXPECT_THAT(Text(), HasSubstr("(EH0008): aclrtMalloc: devPtr is a null pointer\n"));
  });
  OnThread([] {
    EXPECT_EQ(FailNull(161001, "aclnnX", "self"), 161001);
    EXPECT_THAT(Text(), HasSubstr("(EZ1001): aclnnX: self is a null pointer\n"));
  });
}

TEST(Errors, FirstMessageOfTheCallerLeads) {
  OnThread([] {
    (void)Fail(561103, "inner");
    (void)Fail(161002, "first");
    (void)Fail(161002, "second");
    (void)Fail(161002, "second");
    const std::string text = Text();
    EXPECT_THAT(text, HasSubstr("(EZ1001): first\nTraceBack (most recent call last):\n        inner\n        second\n"));
    EXPECT_EQ(text.find("second"), text.rfind("second")) << "repeated";
    EXPECT_THAT(text, Not(HasSubstr("Internal error!")));
  });
}

TEST(Errors, OnlyInner) {
  OnThread([] {
    (void)Fail(561000, "broken");
    EXPECT_THAT(Text(), StartsWith("EZ9999: Internal error!\n[PID: "));
    EXPECT_THAT(Text(), HasSubstr("(EZ9999): broken\n"));
  });
}

TEST(Errors, ReadingDrainsAndKeepsTheText) {
  OnThread([] {
    (void)Fail(161002, "one");
    const std::string first = Text();
    EXPECT_EQ(Text(), first);
    (void)Fail(161002, "two");
    const std::string both = Text();
    EXPECT_THAT(both, HasSubstr("two\n[PID: ")) << "new text comes in front, framed by itself";
    EXPECT_TRUE(both.ends_with(first));
  });
}

TEST(Errors, BelongToAThread) {
  OnThread([] {
    (void)Fail(161002, "mine");
    OnThread([] { EXPECT_EQ(RecentErrorText(), nullptr); });
    EXPECT_THAT(Text(), HasSubstr("mine"));
  });
}

TEST(Errors, Limits) {
  OnThread([] {
    // "ä" has two bytes; 1023 + 2 would cut it in half.
    (void)Fail(161002, std::string(1023, 'x') + "ä");
    EXPECT_TRUE(Text().ends_with("): " + std::string(1023, 'x') + "\n"));
    for (int i = 0; i < 100000; ++i) (void)Fail(161002, std::to_string(i));
    EXPECT_THAT(Text(), HasSubstr("        99999\n"));
    for (int i = 0; i < 2000; ++i) {
      (void)Fail(161002, std::to_string(i) + std::string(1000, 'y'));
      (void)Text();
    }
    EXPECT_LE(Text().size(), size_t{64} << 10);
    EXPECT_THAT(Text(), HasSubstr("(EZ1001): 1999y"));
  });
}

}  // namespace
}  // namespace openaclnn
