#include "runtime/base/thread_object.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace openaclnn {
namespace {

std::string* destroyed = nullptr;

template <char kName>
struct Named {
  ~Named() { *destroyed += kName; }
  int value = 0;
};

TEST(ThreadObject, IsTheThreadsOwnAndEndsWithIt) {
  std::string order;
  destroyed = &order;
  for (int thread = 0; thread < 2; ++thread) {
    std::thread([] {
      Named<'a'>& first = ThreadObject<Named<'a'>>::Get();
      EXPECT_EQ(first.value++, 0);
      ThreadObject<Named<'b'>>::Get();
      EXPECT_EQ(&ThreadObject<Named<'a'>>::Get(), &first);
    }).join();
  }
  EXPECT_EQ(order, "baba");
}

// A destructor may use what was destroyed before: it gets a new one, which is destroyed as well.
TEST(ThreadObject, CanBeMadeAgainAtTheEnd) {
  std::string order;
  destroyed = &order;
  struct UsesAnother {
    ~UsesAnother() { ThreadObject<Named<'a'>>::Get().value = 1; }
  };
  std::thread([] {
    ThreadObject<UsesAnother>::Get();
    ThreadObject<Named<'a'>>::Get();
  }).join();
  EXPECT_EQ(order, "aa");
}

}  // namespace
}  // namespace openaclnn
