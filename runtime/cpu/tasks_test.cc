// How tasks are cut into chunks, and how their dimensions are joined.

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/schedule/parallel.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {
namespace {

TEST(ComputeElementwise, CutsAsTestsWant) {
  static std::vector<int64_t> begins;
  const ElementwiseFunction note = [](const ElementwiseTask&, int64_t begin, int64_t) {
    begins.push_back(begin);
  };
  ElementwiseTask task;
  task.shape = {300};
  task.count = 300;
  SetThreadCountForTest(1);
  begins.clear();
  SetElementwiseChunkForTest(100);
  ComputeElementwise(note, task);
  EXPECT_EQ(begins, (std::vector<int64_t>{0, 100, 200}));
  SetElementwiseChunkForTest(0);
  begins.clear();
  ComputeElementwise(note, task);
  EXPECT_EQ(begins, (std::vector<int64_t>{0}));
}

// The rows of a chunk fill the cache lines of an input that is read across them.
TEST(ComputeElementwise, CutsTransposingCopiesBetweenCacheLines) {
  static std::atomic<int64_t> chunks, smallest;
  const ElementwiseFunction note = [](const ElementwiseTask&, int64_t begin, int64_t) {
    ++chunks;
    int64_t seen = smallest;
    while (begin > 0 && begin < seen && !smallest.compare_exchange_weak(seen, begin)) {
    }
  };
  SetThreadCountForTest(2);
  ElementwiseTask task;
  task.shape = {64, 3000};
  task.count = 64 * 3000;
  task.inputs = {{nullptr, ACL_FLOAT, {1, 64}}};
  task.outputs = {{nullptr, ACL_FLOAT, {3000, 1}}};
  for (const auto& [dtype, rows] : {std::pair{ACL_FLOAT, 16}, {ACL_DOUBLE, 8}}) {
    chunks = 0, smallest = task.count;
    task.inputs[0].dtype = task.outputs[0].dtype = dtype;
    ComputeElementwise(note, task);
    EXPECT_EQ(chunks, 64 / rows);
    EXPECT_EQ(smallest, rows * 3000);
  }
  SetThreadCountForTest(1);
}

TEST(ComputeElementwise, ComputesEachElementOnceAroundMultiplesOfAChunk) {
  static std::vector<std::atomic<int>> computed(6 * 16384);
  const ElementwiseFunction note = [](const ElementwiseTask&, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) ++computed[static_cast<size_t>(i)];
  };
  const int64_t chunk = ElementwiseChunk();
  ASSERT_EQ(chunk, 16384);
  for (const int threads : {1, 2, 3}) {
    SetThreadCountForTest(threads);
    for (const int64_t chunks : {1, 2, 5}) {
      for (const int64_t beside : {-1, 0, 1}) {
        ElementwiseTask task;
        task.count = chunks * chunk + beside;
        task.shape = {task.count};
        for (std::atomic<int>& times : computed) times = 0;
        ComputeElementwise(note, task);
        for (int64_t i = 0; i < static_cast<int64_t>(computed.size()); ++i) {
          ASSERT_EQ(computed[static_cast<size_t>(i)], i < task.count)
              << i << " of " << task.count << " with " << threads << " threads";
        }
      }
    }
  }
  SetThreadCountForTest(1);
}

TEST(Simplify, JoinsWhatStepsAlike) {
  ElementwiseTask task{{2, 1, 3, 4},
                       0,
                       {{nullptr, ACL_FLOAT, {12, 99, 4, 1}}},
                       {{nullptr, ACL_FLOAT, {12, 5, 4, 1}}}};
  Simplify(task);
  EXPECT_EQ(task.shape, (Dims{24}));
  EXPECT_EQ(task.inputs[0].strides, (Dims{1}));
  EXPECT_EQ(task.count, 24);

  task = {{2, 3, 4}, 0, {{nullptr, ACL_FLOAT, {0, 4, 1}}}, {{nullptr, ACL_FLOAT, {12, 4, 1}}}};
  Simplify(task);
  EXPECT_EQ(task.shape, (Dims{2, 12}));
  EXPECT_EQ(task.inputs[0].strides, (Dims{0, 1}));
  EXPECT_EQ(task.outputs[0].strides, (Dims{12, 1}));

  // Stored transposed, all alike: consecutive in memory. An input stored the other way round
  // follows the output.
  task = {{3, 4, 5},
          0,
          {{nullptr, ACL_FLOAT, {1, 3, 12}}, {nullptr, ACL_FLOAT, {20, 5, 1}}},
          {{nullptr, ACL_FLOAT, {1, 3, 12}}}};
  Simplify(task);
  EXPECT_EQ(task.shape, (Dims{5, 4, 3}));
  EXPECT_EQ(task.inputs[0].strides, (Dims{12, 3, 1}));
  EXPECT_EQ(task.inputs[1].strides, (Dims{1, 5, 20}));
  task.inputs.pop_back();
  task.inputs[0] = {nullptr, ACL_FLOAT, {12, 3, 1}};
  Simplify(task);
  EXPECT_EQ(task.shape, (Dims{60}));

  // The dimensions along which input and output are consecutive come last.
  task = {{3, 4, 5, 6},
          0,
          {{nullptr, ACL_FLOAT, {1, 3, 12, 60}}},
          {{nullptr, ACL_FLOAT, {120, 30, 6, 1}}}};
  Simplify(task);
  EXPECT_EQ(task.shape, (Dims{4, 5, 3, 6}));
  EXPECT_EQ(task.inputs[0].strides, (Dims{3, 12, 1, 60}));
  EXPECT_EQ(task.outputs[0].strides, (Dims{30, 6, 120, 1}));

  task = {{1, 1}, 0, {{nullptr, ACL_FLOAT, {3, 3}}}, {{nullptr, ACL_FLOAT, {1, 1}}}};
  Simplify(task);
  EXPECT_TRUE(task.shape.empty());
  EXPECT_EQ(task.count, 1);
}
}  // namespace
}  // namespace openaclnn
