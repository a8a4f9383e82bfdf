#include "runtime/handles/handle_pool.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <new>
#include <set>
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
  Thing* object = pool.Find(thing);
  ASSERT_NE(object, nullptr);
  EXPECT_NE(object, thing) << "a handle is no address";
  EXPECT_FALSE(pool.IsLive(object));
  EXPECT_EQ(object->text, "a text that does not fit into a short string");
  EXPECT_EQ(pool.LiveCount(), 1u);
  const uint32_t generation = pool.Generation(object);
  EXPECT_TRUE(pool.Destroy(thing));
  EXPECT_FALSE(pool.IsLive(thing));
  EXPECT_EQ(pool.Find(thing), nullptr);
  EXPECT_NE(pool.Generation(object), generation);
  EXPECT_FALSE(pool.Destroy(thing));
  EXPECT_EQ(pool.LiveCount(), 0u);
  EXPECT_EQ(Thing::alive, 0);
}

TEST(HandlePool, DraftsLeadToTheirObjectsUntilTheyAreReleasedOrEnd) {
  HandlePool<Thing> pool(2);
  for (int round = 0; round < 3; ++round) {  // later rounds reuse slots, so tags differ
    HandlePool<Thing>::Draft draft =
        pool.CreateDraft("a text that does not fit into a short string");
    ASSERT_NE(draft, nullptr);
    EXPECT_EQ(&HandlePool<Thing>::ObjectOf(draft), pool.Find(draft.get()));
    draft.reset();
    EXPECT_EQ(pool.LiveCount(), 0u);
    EXPECT_TRUE(pool.Destroy(pool.CreateDraft("kept").release()));
  }
}

TEST(HandlePool, ClaimedObjectsOutliveTheirHandles) {
  HandlePool<Thing> pool(1);
  Thing* thing = pool.Create("a text that does not fit into a short string");
  HandlePool<Thing>::Owner owner = pool.Claim(thing);
  ASSERT_NE(owner, nullptr);
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
       {static_cast<const Thing*>(stranger), static_cast<const Thing*>(&on_stack),
        const_cast<const Thing*>(thing) + 1, const_cast<const Thing*>(thing) - 1,
        reinterpret_cast<const Thing*>(reinterpret_cast<uintptr_t>(thing) + 1),
        reinterpret_cast<const Thing*>(reinterpret_cast<uintptr_t>(thing) + 8),
        reinterpret_cast<const Thing*>(uintptr_t{16}),
        reinterpret_cast<const Thing*>(~uintptr_t{0}), static_cast<const Thing*>(nullptr)}) {
    EXPECT_FALSE(pool.IsLive(no));
    EXPECT_FALSE(pool.Destroy(no));
    EXPECT_EQ(pool.Pin(no), nullptr);
  }
  // Any address in the range of the pool, taken or not, but the object's own.
  for (const Thing* origin :
       {static_cast<const Thing*>(thing), static_cast<const Thing*>(pool.Find(thing))}) {
    for (intptr_t offset = -64; offset < intptr_t{1000} * 64; ++offset) {
      const Thing* at = reinterpret_cast<const Thing*>(reinterpret_cast<intptr_t>(origin) + offset);
      EXPECT_EQ(pool.IsLive(at), at == thing) << offset;
    }
  }
  // Any tag.
  for (uintptr_t tag = 0; tag < 65536; ++tag) {
    const auto* at =
        reinterpret_cast<const Thing*>(reinterpret_cast<uintptr_t>(pool.Find(thing)) | tag << 48);
    EXPECT_EQ(pool.IsLive(at), at == thing) << tag;
  }
}

TEST(HandlePool, FreedSlotsComeBackInOrderAndLate) {
  HandlePool<int> pool(10000);
  std::deque<int*> freed;
  for (int round = 0; round < 5000; ++round) {
    int* handle = pool.Create(round);
    int* slot = pool.Find(handle);
    const auto seen = std::find(freed.begin(), freed.end(), slot);
    if (seen != freed.end()) {
      EXPECT_EQ(seen, freed.begin()) << "not first in, first out";
      EXPECT_GE(freed.size(), HandlePool<int>::kQuarantine);
      freed.erase(seen);
    }
    EXPECT_TRUE(pool.Destroy(handle));
    freed.push_back(slot);
  }
  EXPECT_LE(freed.size(), HandlePool<int>::kQuarantine + 1) << "slots are not used again";
}

// As executors do that a worker ends.
TEST(HandlePool, WhatAnotherThreadEndsIsUsedAgain) {
  HandlePool<int> pool(100'000, /*quarantine=*/16);
  std::set<int*> slots;
  std::atomic<int*> made = nullptr;
  std::thread other([&] {
    for (int round = 0; round < 2000; ++round) {
      int* handle = nullptr;
      while ((handle = made.exchange(nullptr)) == nullptr) std::this_thread::yield();
      EXPECT_TRUE(pool.Destroy(handle));
    }
  });
  for (int round = 0; round < 2000; ++round) {
    int* handle = pool.Create(round);
    slots.insert(pool.Find(handle));
    made = handle;
    while (made != nullptr) std::this_thread::yield();
  }
  other.join();
  EXPECT_LE(slots.size(), 20u);
  EXPECT_EQ(pool.LiveCount(), 0u);
}

TEST(HandlePool, FullPool) {
  HandlePool<int> pool(3);
  std::array<int*, 3> objects;
  for (int*& object : objects) ASSERT_NE(object = pool.Create(7), nullptr);
  EXPECT_EQ(pool.Create(7), nullptr);
  int* const place = pool.Find(objects[1]);
  EXPECT_TRUE(pool.Destroy(objects[1]));
  int* const next = pool.Create(8);
  EXPECT_EQ(pool.Find(next), place);
  EXPECT_NE(next, objects[1]);
  EXPECT_FALSE(pool.IsLive(objects[1]));
  EXPECT_EQ(pool.Create(7), nullptr);
}

TEST(HandlePool, AHandleIsRejectedForManyReusesOfItsSlot) {
  HandlePool<int> pool(1);
  int* const first = pool.Create(0);
  int* const place = pool.Find(first);
  EXPECT_TRUE(pool.Destroy(first));
  for (int reuse = 1; reuse < 65536; ++reuse) {
    int* const handle = pool.Create(reuse);
    ASSERT_EQ(pool.Find(handle), place);
    ASSERT_FALSE(pool.IsLive(first)) << reuse;
    ASSERT_FALSE(pool.Destroy(first)) << reuse;
    ASSERT_TRUE(pool.Destroy(handle));
  }
}

TEST(HandlePool, PinnedObjectsOutliveTheirHandles) {
  HandlePool<Thing> pool(1);
  Thing* const handle = pool.Create("a text that does not fit into a short string");
  HandlePool<Thing>::Owner first = pool.Pin(handle), second = pool.Pin(handle);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first.get(), second.get());
  EXPECT_TRUE(pool.Destroy(handle));
  EXPECT_FALSE(pool.IsLive(handle));
  EXPECT_EQ(pool.Pin(handle), nullptr);
  EXPECT_EQ(Thing::alive, 1);
  first.reset();
  EXPECT_EQ(second->text, "a text that does not fit into a short string");
  EXPECT_EQ(pool.Create("no slot is free"), nullptr);
  second.reset();
  EXPECT_EQ(Thing::alive, 0);
  EXPECT_EQ(pool.LiveCount(), 0u);
}

TEST(HandlePool, DraftsEndUnlessReleased) {
  HandlePool<Thing> pool(10);
  Thing* handle;
  {
    const auto draft = pool.CreateDraft("forgotten");
    handle = draft.get();
  }
  EXPECT_FALSE(pool.IsLive(handle));
  handle = pool.CreateDraft("kept").release();
  EXPECT_TRUE(pool.IsLive(handle));
  EXPECT_TRUE(pool.Destroy(handle));
  EXPECT_EQ(Thing::alive, 0);
}

struct Throwing {
  Throwing() { throw std::bad_alloc(); }
};

TEST(HandlePool, AConstructorThatThrowsLosesNothing) {
  HandlePool<Throwing> pool(1);
  for (int i = 0; i < 10; ++i) EXPECT_THROW(pool.Create(), std::bad_alloc);
  EXPECT_EQ(pool.LiveCount(), 0u);
}

// Threads use an object while another destroys it: each use meets the object whole, or not at all.
TEST(HandlePool, PinsAgainstDestruction) {
  HandlePool<Thing> pool(10000);
  std::atomic<Thing*> current = pool.Create("start");
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      while (!stop) {
        if (const auto pinned = pool.Pin(current)) {
          EXPECT_TRUE(pinned->text.starts_with("start")) << pinned->text;
        }
      }
    });
  }
  for (int i = 0; i < 20000; ++i) {
    Thing* const next = pool.Create("start, in a text that does not fit into a short string");
    EXPECT_TRUE(pool.Destroy(current.exchange(next)));
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(pool.Destroy(current));
  EXPECT_EQ(pool.LiveCount(), 0u);
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
        EXPECT_EQ(pool.Find(thing)->text, std::to_string(t));
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
