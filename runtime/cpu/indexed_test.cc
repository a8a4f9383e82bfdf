#include "runtime/cpu/indexed.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/schedule/parallel.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {
namespace {

// A matrix of rows, by whose indices are gathered or put.
struct Rows {
  int64_t rows, columns;
  std::vector<int32_t> elements;

  Rows(int64_t its_rows, int64_t its_columns)
      : rows(its_rows), columns(its_columns), elements(static_cast<size_t>(rows * columns)) {
    std::iota(elements.begin(), elements.end(), 1);
  }
  int32_t At(int64_t row, int64_t column) const {
    return elements[static_cast<size_t>(row * columns + column)];
  }
};

template <class Index>
ElementwiseOperand IndexOperand(std::vector<Index>& indices) {
  return {indices.data(), sizeof(Index) == 4 ? ACL_INT32 : ACL_INT64, {1, 0}};
}

// Rows of `from` at the indices, in chunks of any size.
template <class Index>
std::vector<int32_t> Gathered(Rows& from, std::vector<Index> indices, bool wraps) {
  std::vector<int32_t> result(indices.size() * static_cast<size_t>(from.columns), -7);
  ElementwiseTask task;
  task.shape = {static_cast<int64_t>(indices.size()), from.columns};
  task.inputs = {{from.elements.data(), ACL_INT32, {0, 1}}, IndexOperand(indices)};
  task.outputs = {{result.data(), ACL_INT32, {from.columns, 1}}};
  task.numbers = IndexedDim{from.rows, from.columns, wraps}.ToNumbers();
  Simplify(task);
  ComputeElementwise(GatherElements, task);
  return result;
}

template <class Index>
void Put(Rows& source, std::vector<Index> indices, Rows& to) {
  ElementwiseTask task;
  task.shape = {source.rows, source.columns};
  task.inputs = {{source.elements.data(), ACL_INT32, {source.columns, 1}}, IndexOperand(indices)};
  task.outputs = {{to.elements.data(), ACL_INT32, {0, 1}}};
  task.numbers = IndexedDim{to.rows, to.columns, false}.ToNumbers();
  Simplify(task);
  ComputeElementwise(PutElements, task);
}

TEST(Gather, RowsAtIndices) {
  Rows from(3, 2);
  EXPECT_EQ(Gathered<int32_t>(from, {2, 0, 2, 1}, false),
            (std::vector<int32_t>{5, 6, 1, 2, 5, 6, 3, 4}));
  EXPECT_EQ(Gathered<int64_t>(from, {-1, -3, 0}, true), (std::vector<int32_t>{5, 6, 1, 2, 1, 2}));
}

TEST(Gather, ZeroWhereThereIsNoElement) {
  Rows from(3, 2);
  EXPECT_EQ(Gathered<int32_t>(from, {-1, 3, 1}, false), (std::vector<int32_t>{0, 0, 0, 0, 3, 4}));
  EXPECT_EQ(Gathered<int64_t>(from, {-4, 3, INT64_MIN, INT64_MAX, int64_t{1} << 32, -2}, true),
            (std::vector<int32_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4}));
}

// Rows that go past the caches, of a length that suits no vector.
TEST(Gather, MoreThanCachesHold) {
  Rows from(5, 12'347);
  std::vector<int32_t> indices(200);
  for (size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<int32_t>(i * 7 % 11) - 1;
  const std::vector<int32_t> result = Gathered(from, indices, false);
  ASSERT_GT(result.size() * sizeof(result[0]), size_t{8} << 20);
  size_t wrong = 0;
  for (size_t i = 0; i < result.size(); ++i) {
    const int64_t row = indices[i / 12'347], column = static_cast<int64_t>(i % 12'347);
    wrong += result[i] != (row < 0 || row > 4 ? 0 : from.At(row, column));
  }
  EXPECT_EQ(wrong, 0U);
}

TEST(Put, OthersStayAndTheLastOfSeveralCounts) {
  Rows source(5, 2), to(4, 2);
  Put<int64_t>(source, {2, 0, 2, -1, 4}, to);
  EXPECT_EQ(to.elements, (std::vector<int32_t>{3, 4, 3, 4, 5, 6, 7, 8}));
}

TEST(Put, TheLastCountsHoweverTheWorkIsDivided) {
  SetThreadCountForTest(8);
  for (const int64_t chunk : {int64_t{0}, int64_t{1}, int64_t{97}, int64_t{4096}}) {
    for (const int64_t columns : {int64_t{1}, int64_t{255}, int64_t{256}, int64_t{3000}}) {
      SetElementwiseChunkForTest(chunk);
      Rows source(40, columns), to(7, columns);
      std::mt19937 random(static_cast<uint32_t>(columns));
      std::vector<int32_t> indices(static_cast<size_t>(source.rows));
      for (int32_t& index : indices) index = static_cast<int32_t>(random() % 9) - 1;
      Rows want = to;
      for (int64_t k = 0; k < source.rows; ++k) {
        const int64_t row = indices[static_cast<size_t>(k)];
        if (row < 0 || row >= to.rows) continue;
        for (int64_t i = 0; i < columns; ++i)
          want.elements[static_cast<size_t>(row * columns + i)] = source.At(k, i);
      }
      Put(source, indices, to);
      EXPECT_EQ(to.elements, want.elements) << chunk << " " << columns;
    }
  }
  SetElementwiseChunkForTest(0);
  SetThreadCountForTest(0);
}

}  // namespace
}  // namespace openaclnn
