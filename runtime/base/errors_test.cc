#include "runtime/base/errors.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

std::atomic<int> allocations{0};

}  // namespace

void* operator new(size_t bytes) {
  ++allocations;
  if (void* address = std::malloc(bytes)) return address;
  throw std::bad_alloc();
}
void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(bytes);
}
void operator delete(void* address) noexcept { std::free(address); }
void operator delete(void* address, size_t) noexcept { std::free(address); }

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
    EXPECT_THAT(Text(), MatchesRegex("\\[PID: [0-9]+\\] [0-9-]+-[0-9:]+\\.[0-9]+\\.[0-9]+ "
                                     "AclNN_Parameter_Error\\(EZ1001\\): self has dtype int8\n"));
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

TEST(Errors, ReadingObtainsAndClears) {
  OnThread([] {
    (void)Fail(561103, "old");
    (void)Fail(161002, "new");
    const std::string text = Text();
    EXPECT_THAT(text, HasSubstr("(EZ1001): new\n"));
    EXPECT_THAT(text, Not(HasSubstr("old")));
    EXPECT_EQ(RecentErrorText(), nullptr) << "obtained already";
    (void)Fail(561000, "broken");
    const std::string inner = Text();
    EXPECT_THAT(inner, StartsWith("EZ9999: Internal error!\n[PID: "));
    EXPECT_THAT(inner, HasSubstr("(EZ9999): broken\n"));
    EXPECT_THAT(inner, Not(HasSubstr("new")));
  });
}

TEST(Errors, Trace) {
  OnThread([] {
    (void)Fail(507015, "first");
    AddToTrace("second");
    AddToTrace(std::string(3000, 'x'));
    for (int i = 0; i < 1000; ++i) AddToTrace(std::string(500, 'y'));
    const std::string text = Text();
    EXPECT_THAT(text,
                HasSubstr("(EE1001): first\nTraceBack (most recent call last):\n        second\n"));
    EXPECT_LE(text.size(), 4096u);
    EXPECT_TRUE(text.ends_with("\n"));
    (void)Fail(507015, "third");
    EXPECT_THAT(Text(), Not(HasSubstr("TraceBack")));
  });
}

// Not one allocation: a failure is often that there is no memory.
TEST(Errors, NeedNoMemory) {
  OnThread([] {
    (void)Text();  // the time zone is read once
    allocations = 0;
    (void)Fail(161002, "no memory");
    (void)FailNull(161001, "f", "x");
    AddToTrace("more");
    const char* text = RecentErrorText();
    EXPECT_EQ(allocations, 0);
    EXPECT_NE(text, nullptr);
  });
}

TEST(Errors, CaughtExceptions) {
  OnThread([] {
    try {
      throw std::bad_alloc();
    } catch (...) {
      EXPECT_EQ(FailCaught("aclrtX", 207001, 500000), 207001);
    }
    EXPECT_THAT(Text(), HasSubstr("aclrtX: out of memory"));
    try {
      throw std::length_error("too long");
    } catch (...) {
      EXPECT_EQ(FailCaught("aclrtX", 207001, 500000), 500000);
    }
    EXPECT_THAT(Text(), HasSubstr("aclrtX: too long"));
  });
}

// In a process of its own: the mark stays.
TEST(Errors, ForkedChildrenSaySo) {
  EXPECT_FALSE(InForkedChild());
  const auto child = [] {
    const pid_t pid = fork();
    if (pid == 0) {
      (void)Fail(107002, "no context");
      const bool says = std::string(RecentErrorText()).find("forked") != std::string::npos;
      _exit(InForkedChild() && says ? 1 : 0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WEXITSTATUS(status);
  };
  EXPECT_EQ(child(), 0) << "before a device was used";
  WatchForks();
  EXPECT_EQ(child(), 1);
  EXPECT_FALSE(InForkedChild());
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
  });
}

}  // namespace
}  // namespace openaclnn
