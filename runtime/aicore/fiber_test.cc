#include "runtime/aicore/fiber.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/base/config.h"
#include "absl/functional/any_invocable.h"
#include "gtest/gtest.h"

namespace openaclnn::aicore {
namespace {

// Stacks as a sanitizer wants them; a core has more.
constexpr size_t kStackBytes = size_t{1} << 18;

struct WithStack {
  std::vector<char> stack = std::vector<char>(kStackBytes);
  Fiber fiber = Fiber(stack.data(), kStackBytes);
};

TEST(FiberTest, RunsToTheEnd) {
  WithStack f;
  EXPECT_TRUE(f.fiber.done());
  int calls = 0;
  for (int i = 1; i <= 3; ++i) {
    f.fiber.Start([&calls] { ++calls; });
    EXPECT_FALSE(f.fiber.done());
    f.fiber.Resume();
    EXPECT_TRUE(f.fiber.done());
    EXPECT_EQ(calls, i);
  }
}

TEST(FiberTest, GoesOnWhereItStopped) {
  WithStack a, b;
  std::string order;
  const auto body = [&order](Fiber& fiber, char name) {
    return [&order, &fiber, name] {
      for (int i = 0; i < 3; ++i) {
        order += name;
        order += static_cast<char>('0' + i);
        fiber.Suspend();
      }
    };
  };
  a.fiber.Start(body(a.fiber, 'a'));
  b.fiber.Start(body(b.fiber, 'b'));
  while (!a.fiber.done()) {
    a.fiber.Resume();
    b.fiber.Resume();
  }
  EXPECT_TRUE(b.fiber.done());
  EXPECT_EQ(order, "a0b0a1b1a2b2");
}

thread_local int thread_number = 0;

// Not inlined: a compiler may keep the address of a thread's variable across Suspend(), as if the
// thread could not change.
ABSL_ATTRIBUTE_NOINLINE int ThreadNumber() { return thread_number; }

TEST(FiberTest, GoesOnOnAnotherThread) {
  WithStack f;
  std::vector<int> numbers;
  f.fiber.Start([&] {
    for (int i = 0; i < 3; ++i) {
      numbers.push_back(ThreadNumber());
      f.fiber.Suspend();
    }
  });
  f.fiber.Resume();
  for (const int number : {1, 2}) {
    std::thread thread([&] {
      thread_number = number;
      f.fiber.Resume();
    });
    thread.join();
  }
  EXPECT_EQ(numbers, (std::vector<int>{0, 1, 2}));
}

// Deep in calls with objects on the stack, as a kernel stands when a check fails.
int Descend(Fiber& fiber, int depth, bool leave) {
  const std::array<int, 64> numbers = {depth, 1};
  if (depth > 0) return Descend(fiber, depth - 1, leave) + numbers[static_cast<size_t>(depth % 64)];
  if (leave) fiber.Leave();
  return 0;
}

TEST(FiberTest, LeavesFromAnyDepthAndStartsAnew) {
  WithStack f;
  for (int i = 0; i < 20; ++i) {
    bool after = false;
    f.fiber.Start([&] {
      Descend(f.fiber, 50, i >= 0);
      after = true;
    });
    f.fiber.Resume();
    EXPECT_TRUE(f.fiber.done());
    EXPECT_FALSE(after);
  }
}

TEST(FiberTest, StartsAnewHoweverTheOneBeforeEnded) {
  WithStack f;
  for (int i = 0; i < 20; ++i) {
    const bool leaves = i % 3 == 1;
    const bool suspends = i % 3 == 2;
    const bool is_cancelled = suspends && i % 2 == 0;
    bool returns = false;
    f.fiber.Start([&] {
      Descend(f.fiber, 50, leaves);
      if (suspends) f.fiber.Suspend();
      returns = true;
    });
    f.fiber.Resume();
    EXPECT_EQ(f.fiber.done(), !suspends);
    if (is_cancelled) f.fiber.Cancel();
    if (!f.fiber.done()) f.fiber.Resume();
    EXPECT_TRUE(f.fiber.done());
    EXPECT_EQ(returns, !leaves && !is_cancelled) << i;
  }
}

TEST(FiberTest, CancelsAndFreesWhatItHeld) {
  const auto held = std::make_shared<int>(1);
  bool after = false;
  {
    WithStack f;
    f.fiber.Start([&after, &f, held] {
      f.fiber.Suspend();
      after = true;
    });
    f.fiber.Resume();
    EXPECT_EQ(held.use_count(), 2);
  }
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_FALSE(after);
}

#ifdef ABSL_HAVE_ADDRESS_SANITIZER
ABSL_ATTRIBUTE_NOINLINE int* AddressOfAFrame() {
  int number = 1;
  int* volatile address = &number;
  return address;
}

TEST(FiberTest, AddressSanitizerKnowsWhichFramesEnded) {
  WithStack f;
  const auto run = [&f](absl::AnyInvocable<void()> body) {
    f.fiber.Start(std::move(body));
    f.fiber.Resume();
  };
  int sum = 0;
  const auto reads_ended_frame = [&sum] { sum += *AddressOfAFrame(); };
  EXPECT_DEATH(run(reads_ended_frame), "stack-use-after-return");
  run([] {});
  EXPECT_DEATH(run(reads_ended_frame), "stack-use-after-return");
  run([&f] { f.fiber.Leave(); });
  EXPECT_DEATH(run(reads_ended_frame), "stack-use-after-return");
}
#endif

}  // namespace
}  // namespace openaclnn::aicore
