#include "runtime/handles/handle_pool.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

struct Thing {
  explicit Thing(std::string text_in) : text(std::move(text_in)) { ++alive; }
  ~Thing() { --alive; }
  std::string text;
  static inline std::atomic<int> alive = 0;
};

TEST(HandlePool, LifeOfAnObject) {
  HandlePool<Thing> pool(1000);
  EXPECT_FALSE(pool.IsLive(nullptr));
  Thing* thing = pool.Create("a text that does not fit into a short string");
  ASSERT_NE(thing, nullptr);
  EXPECT_TRUE(pool.IsLive(thing));
  EXPECT_EQ(thing->text, "a text that does not fit into a short string");
  EXPECT_EQ(pool.LiveCount(), 1u);
  const uint32_t generation = pool.Generation(thing);
  EXPECT_TRUE(pool.Destroy(thing));
  EXPECT_FALSE(pool.IsLive(thing));
  EXPECT_NE(pool.Generation(thing), generation);
  EXPECT_FALSE(pool.Destroy(thing));
  EXPECT_EQ(pool.LiveCount(), 0u);
  EXPECT_EQ(Thing::alive, 0);
}

TEST(HandlePool, ClaimedObjectsOutliveTheirHandles) {
  HandlePool<Thing> pool(1);
  Thing* thing = pool.Create("a text that does not fit into a short string");
  HandlePool<Thing>::Owner owner = pool.Claim(thing);
  ASSERT_EQ(owner.get(), thing);
  EXPECT_FALSE(pool.IsLive(thing));
  EXPECT_EQ(pool.Claim(thing), nullptr);
  EXPECT_FALSE(pool.Destroy(thing));
  EXPECT_EQ(owner->text, "a text that does not fit into a short string");
  EXPECT_EQ(pool.LiveCount(), 1u);
  EXPECT_EQ(pool.Create("no slot is free"), nullptr);
  owner.reset();
  EXPECT_EQ(pool.LiveCount(), 0u);
  EXPECT_EQ(Thing::alive, 0);
  EXPECT_TRUE(pool.Destroy(pool.Create("now one is")));
}

TEST(HandlePool, ForeignPointers) {
  HandlePool<Thing> pool(1000), other(1000);
  Thing* thing = pool.Create("x");
  Thing* stranger = other.Create("y");
  Thing on_stack("z");
  for (const Thing* no :
       {static_cast<const Thing*>(stranger), static_cast<const Thing*>(&on_stack), const_cast<const Thing*>(thing) + 1,
        const_cast<const Thing*>(thing) - 1, reinterpret_cast<const Thing*>(reinterpret_cast<uintptr_t>(thing) + 1),
        reinterpret_cast<const Thing*>(reinterpret_cast<uintptr_t>(thing) + 8), reinterpret_cast<const Thing*>(uintptr_t{16}),
        reinterpret_cast<const Thing*>(~uintptr_t{0}), static_cast<const Thing*>(nullptr)}) {
    EXPECT_FALSE(pool.IsLive(no));
    EXPECT_FALSE(pool.Destroy(no));
    EXPECT_EQ(pool.Generation(no), 0u);
  }
  // Any address in the range of the pool, taken or not, but the object's own.
  for (intptr_t offset = -64; offset < intptr_t{1000} * 64; ++offset) {
    const Thing* at = reinterpret_cast<const Thing*>(reinterpret_cast<intptr_t>(thing) + offset);
    EXPECT_EQ(pool.IsLive(at), offset == 0) << offset;
  }
}

TEST(HandlePool, FreedSlotsComeBackInOrderAndLate) {
  HandlePool<int> pool(10000);
  std::deque<int*> freed;
  for (int round = 0; round < 5000; ++round) {
    int* slot = pool.Create(round);
    const auto seen = std::find(freed.begin(), freed.end(), slot);
    if (seen != freed.end()) {
      EXPECT_EQ(seen, freed.begin()) << "not first in, first out";
      EXPECT_GE(freed.size(), HandlePool<int>::kQuarantine);
      freed.erase(seen);
    }
    EXPECT_TRUE(pool.Destroy(slot));
    freed.push_back(slot);
  }
  EXPECT_LE(freed.size(), HandlePool<int>::kQuarantine + 1) << "slots are not used again";
}

TEST(HandlePool, FullPool) {
  HandlePool<int> pool(3);
  std::array<int*, 3> objects;
  for (int*& object : objects) ASSERT_NE(object = pool.Create(7), nullptr);
  EXPECT_EQ(pool.Create(7), nullptr);
  EXPECT_TRUE(pool.Destroy(objects[1]));
  EXPECT_EQ(pool.Create(8), objects[1]);
  EXPECT_EQ(pool.Create(7), nullptr);
}

TEST(HandlePool, EndsItsObjects) {
  {
    HandlePool<Thing> pool(10);
    pool.Create("left behind, in a text that does not fit into a short string");
    EXPECT_TRUE(pool.Destroy(pool.Create("ended")));
    EXPECT_EQ(Thing::alive, 1);
  }
  EXPECT_EQ(Thing::alive, 0);
}

TEST(HandlePool, ManyThreads) {
  HandlePool<Thing> pool(100000);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::vector<Thing*> mine;
      for (int i = 0; i < 2000; ++i) {
        mine.push_back(pool.Create(std::to_string(t)));
        if (i % 3 == 0) {
          EXPECT_TRUE(pool.Destroy(mine.front()));
          mine.erase(mine.begin());
        }
      }
      for (Thing* thing : mine) {
        EXPECT_EQ(thing->text, std::to_string(t));
        EXPECT_TRUE(pool.Destroy(thing));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(pool.LiveCount(), 0u);
}

TEST(HandlePool, OneOfManyThreadsDestroys) {
  HandlePool<Thing> pool(1000);
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> won = 0;
    Thing* shared = pool.Create("shared");
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) threads.emplace_back([&] { won += pool.Destroy(shared); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(won, 1);
  }
}

}  // namespace
}  // namespace openaclnn
