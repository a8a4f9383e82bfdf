// Plans against what they have to hold: whoever reads comes behind who writes, and whoever writes
// over something comes behind all who read it.
#include "runtime/graph/stream_plan.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn::graph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Needs = std::vector<std::vector<int>>;

// The runs that have ended for certain when a run begins, and those at the end of all. -1 is what
// stream 0 had before.
class Behind {
 public:
  explicit Behind(const StreamPlan& plan) {
    std::vector<std::set<int>> streams(static_cast<size_t>(plan.streams));
    streams[0] = {-1};
    std::vector<std::set<int>> events(static_cast<size_t>(plan.events));
    events[0] = {-1};
    for (size_t run = 0; run < plan.runs.size(); ++run) {
      const StreamPlan::Run& planned = plan.runs[run];
      std::set<int>& ended = streams[static_cast<size_t>(planned.stream)];
      for (int event : planned.waits) {
        const size_t before = ended.size();
        ended.merge(std::set(events[static_cast<size_t>(event)]));
        needless += ended.size() == before;
      }
      runs.push_back(ended);
      ended.insert(static_cast<int>(run));
      if (planned.event >= 0) events[static_cast<size_t>(planned.event)] = ended;
    }
    for (int event : plan.last_waits)
      streams[0].merge(std::set(events[static_cast<size_t>(event)]));
    end = streams[0];
  }
  std::vector<std::set<int>> runs;
  std::set<int> end;
  int needless = 0;  // waits for what has ended for certain
};

std::vector<int> StreamsOf(const StreamPlan& plan) {
  std::vector<int> streams;
  for (const StreamPlan::Run& run : plan.runs) streams.push_back(run.stream);
  return streams;
}

TEST(StreamPlan, AChainHasOneStreamAndNoEvents) {
  std::vector<ArenaBlock> blocks = {{0, 100, {1}}, {1, 100, {2}}, {2, 100, {3}}};
  const StreamPlan plan = PlanStreams({{}, {0}, {1}, {2}}, 4, &blocks);
  EXPECT_THAT(StreamsOf(plan), ElementsAre(0, 0, 0, 0));
  EXPECT_EQ(plan.events, 1);
  EXPECT_THAT(plan.last_waits, IsEmpty());
  EXPECT_EQ(plan.bytes, 228);
  EXPECT_EQ(blocks[0].offset, blocks[2].offset);
}

TEST(StreamPlan, BranchesHaveStreamsAndMeet) {
  //     0
  //   1   2
  //   3   4
  //     5
  const StreamPlan plan = [] {
    std::vector<ArenaBlock> none;
    return PlanStreams({{}, {0}, {0}, {1}, {2}, {3, 4}}, 4, &none);
  }();
  EXPECT_THAT(StreamsOf(plan), ElementsAre(0, 0, 1, 0, 1, 1));
  EXPECT_EQ(plan.runs[2].waits.size(), 1u);
  EXPECT_THAT(plan.runs[4].waits, IsEmpty());
  EXPECT_EQ(plan.runs[5].waits.size(), 1u);
  EXPECT_EQ(plan.last_waits.size(), 1u);
}

TEST(StreamPlan, UsesNoMoreStreamsThanItMay) {
  for (int most : {1, 2, 3, 16}) {
    std::vector<ArenaBlock> none;
    const StreamPlan plan = PlanStreams(Needs(10), most, &none);
    EXPECT_EQ(plan.streams, std::min(most, 10));
    EXPECT_EQ(plan.events == 1, most == 1);
  }
}

// A stream that writes over what another one reads waits for it.
TEST(StreamPlan, WaitsForReadersOnOtherStreams) {
  // 0 and 1 are a chain. 2 reads the result of 0 on another stream; 3 writes over it.
  std::vector<ArenaBlock> blocks = {{0, 64, {1, 2}}, {3, 64, {}}};
  const StreamPlan plan = PlanStreams({{}, {0}, {0}, {1}}, 4, &blocks);
  ASSERT_THAT(StreamsOf(plan), ElementsAre(0, 0, 1, 0));
  EXPECT_EQ(blocks[0].offset, blocks[1].offset);
  EXPECT_TRUE(Behind(plan).runs[3].contains(2));
}

TEST(StreamPlan, RandomGraphs) {
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    std::mt19937 random(seed);
    const auto draw = [&](int below) {
      return static_cast<int>(random() % static_cast<uint32_t>(below));
    };
    const int count = 1 + draw(20);
    Needs needs(static_cast<size_t>(count));
    std::vector<ArenaBlock> blocks;
    for (int run = 0; run < count; ++run) blocks.push_back({run, 16 * (1 + draw(12))});
    for (int run = 1; run < count; ++run) {
      std::set<int> needed;
      for (int i = draw(3); i > 0; --i) needed.insert(std::max(0, run - 1 - draw(6)));
      for (int other : needed) blocks[static_cast<size_t>(other)].readers.push_back(run);
      needs[static_cast<size_t>(run)].assign(needed.begin(), needed.end());
      if (draw(3) == 0) blocks.push_back({run, 64});  // workspace
    }
    const StreamPlan plan = PlanStreams(needs, 1 + draw(4), &blocks);
    const Behind behind(plan);
    EXPECT_EQ(behind.needless, 0);
    for (int run = 0; run < count; ++run) {
      const std::set<int>& ended = behind.runs[static_cast<size_t>(run)];
      EXPECT_TRUE(ended.contains(-1)) << run;
      for (int needed : needs[static_cast<size_t>(run)])
        EXPECT_TRUE(ended.contains(needed)) << run << " needs " << needed;
      EXPECT_TRUE(behind.end.contains(run)) << run;
    }
    for (const ArenaBlock& block : blocks) {
      EXPECT_LE(block.offset + block.bytes, plan.bytes);
      for (const ArenaBlock& other : blocks) {
        if (&other == &block || block.offset + block.bytes <= other.offset ||
            other.offset + other.bytes <= block.offset)
          continue;
        // One of both is used up before the other is written.
        const auto before = [&](const ArenaBlock& first, const ArenaBlock& second) {
          const std::set<int>& ended = behind.runs[static_cast<size_t>(second.run)];
          return ended.contains(first.run) &&
                 std::all_of(first.readers.begin(), first.readers.end(),
                             [&](int reader) { return ended.contains(reader); });
        };
        EXPECT_TRUE(before(block, other) || before(other, block))
            << block.run << " and " << other.run;
      }
    }
    ASSERT_FALSE(HasFailure());
  }
}

}  // namespace
}  // namespace openaclnn::graph
