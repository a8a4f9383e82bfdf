// LookUp against the tables it reads, on every target of this machine and the scalar one.
#include "ops/math/look_up.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/look_up_test.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "ops/math/look_up-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Row r has 100 r + i for index i.
template <typename T, int row_count, int size>
constexpr LookUpTable<T, row_count, size> Numbered() {
  T rows[row_count][size] = {};
  for (int row = 0; row < row_count; ++row) {
    for (int i = 0; i < size; ++i) rows[row][i] = static_cast<T>(100 * row + i);
  }
  return LookUpTable<T, row_count, size>(rows);
}

template <class D, class Table>
void FindWithTag(D d, const Table& table, const int32_t* indices, size_t count, float* found) {
  const hn::RebindToSigned<D> di;
  using T = hn::TFromD<D>;
  using Index = hn::TFromD<hn::RebindToSigned<D>>;
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    HWY_ALIGN Index of_lanes[HWY_MAX_LANES_D(D)];
    for (size_t lane = 0; lane < hn::Lanes(d); ++lane) of_lanes[lane] = indices[i + lane];
    const auto index = hn::Load(di, of_lanes);
    const LookUp numbers(d, table, index);
    for (int row = 0; row < Table::kRows; ++row) {
      HWY_ALIGN T lanes[HWY_MAX_LANES_D(D)];
      hn::Store(numbers[row], d, lanes);
      for (size_t lane = 0; lane < hn::Lanes(d); ++lane)
        found[static_cast<size_t>(row) * count + i + lane] = static_cast<float>(lanes[lane]);
    }
  }
}

// found[row * count + i] is the number of the row for indices[i]; twice, the second time with half
// as many numbers in a vector.
template <typename T, int row_count, int size>
int64_t Find(const int32_t* indices, size_t count, float* found) {
  static constexpr LookUpTable<T, row_count, size> kTable = Numbered<T, row_count, size>();
  const hn::ScalableTag<T> d;
  FindWithTag(d, kTable, indices, count, found);
  FindWithTag(hn::Half<decltype(d)>(), kTable, indices, count, found + row_count * count);
  return HWY_TARGET;
}

int64_t FindFloat4Of16(const int32_t* indices, size_t count, float* found) {
  return Find<float, 4, 16>(indices, count, found);
}
int64_t FindFloat9Of16(const int32_t* indices, size_t count, float* found) {
  return Find<float, 9, 16>(indices, count, found);
}
int64_t FindFloat6Of32(const int32_t* indices, size_t count, float* found) {
  return Find<float, 6, 32>(indices, count, found);
}
int64_t FindFloat11Of32(const int32_t* indices, size_t count, float* found) {
  return Find<float, 11, 32>(indices, count, found);
}
int64_t FindDouble2Of8(const int32_t* indices, size_t count, float* found) {
  return Find<double, 2, 8>(indices, count, found);
}
int64_t FindDouble5Of16(const int32_t* indices, size_t count, float* found) {
  return Find<double, 5, 16>(indices, count, found);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindFloat4Of16);
HWY_EXPORT(FindFloat9Of16);
HWY_EXPORT(FindFloat6Of32);
HWY_EXPORT(FindFloat11Of32);
HWY_EXPORT(FindDouble2Of8);
HWY_EXPORT(FindDouble5Of16);

template <class Find>
void Check(size_t rows, int size, const Find& find) {
  constexpr size_t kCount = 256;
  std::vector<int32_t> indices(kCount);
  for (size_t i = 0; i < kCount; ++i)  // neighbours differ, and some repeat
    indices[i] = static_cast<int32_t>(i * i / 3 + i) % size;
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    std::vector<float> found(2 * rows * kCount);
    EXPECT_EQ(find(indices.data(), kCount, found.data()), target);
    for (size_t at = 0; at < found.size(); ++at) {
      const size_t row = at / kCount % rows;
      ASSERT_EQ(found[at], static_cast<float>(100 * static_cast<int>(row) + indices[at % kCount]))
          << hwy::TargetName(target) << ", row " << row << ", " << at;
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(LookUpTest, FindsTheNumbersOfEachLane) {
  Check(4, 16, [](auto... all) { return HWY_DYNAMIC_DISPATCH(FindFloat4Of16)(all...); });
  Check(9, 16, [](auto... all) { return HWY_DYNAMIC_DISPATCH(FindFloat9Of16)(all...); });
  Check(6, 32, [](auto... all) { return HWY_DYNAMIC_DISPATCH(FindFloat6Of32)(all...); });
  Check(11, 32, [](auto... all) { return HWY_DYNAMIC_DISPATCH(FindFloat11Of32)(all...); });
  Check(2, 8, [](auto... all) { return HWY_DYNAMIC_DISPATCH(FindDouble2Of8)(all...); });
  Check(5, 16, [](auto... all) { return HWY_DYNAMIC_DISPATCH(FindDouble5Of16)(all...); });
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
