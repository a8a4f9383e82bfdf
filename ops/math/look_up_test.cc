// LookUp against the tables it reads, on every target of this machine and the scalar one.
#include "ops/math/look_up.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/look_up_test.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/look_up-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Row r has 100 r + i for index i.
template <int row_count, int size>
constexpr LookUpTable<row_count, size> Numbered() {
  float rows[row_count][size] = {};
  for (int row = 0; row < row_count; ++row) {
    for (int i = 0; i < size; ++i) rows[row][i] = static_cast<float>(100 * row + i);
  }
  return LookUpTable<row_count, size>(rows);
}

template <class D, int row_count, int size>
void FindWithTag(D d, const LookUpTable<row_count, size>& table, const int32_t* indices,
                 size_t count, float* found) {
  const hn::RebindToSigned<D> di;
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto index = hn::LoadU(di, indices + i);
    const LookUp numbers(d, table, index);
    HWY_UNROLL(16)
    for (int row = 0; row < row_count; ++row)
      hn::StoreU(numbers[row], d, found + static_cast<size_t>(row) * count + i);
  }
}

// found[row * count + i] is the number of the row for indices[i]; twice, the second time with as
// many floats in a vector as there are doubles.
template <int row_count, int size>
int64_t Find(const int32_t* indices, size_t count, float* found) {
  static constexpr LookUpTable<row_count, size> kTable = Numbered<row_count, size>();
  FindWithTag(hn::ScalableTag<float>(), kTable, indices, count, found);
  FindWithTag(hn::Rebind<float, hn::ScalableTag<double>>(), kTable, indices, count,
              found + row_count * count);
  return HWY_TARGET;
}

int64_t Find4Of16(const int32_t* indices, size_t count, float* found) {
  return Find<4, 16>(indices, count, found);
}
int64_t Find9Of16(const int32_t* indices, size_t count, float* found) {
  return Find<9, 16>(indices, count, found);
}
int64_t Find6Of32(const int32_t* indices, size_t count, float* found) {
  return Find<6, 32>(indices, count, found);
}
int64_t Find11Of32(const int32_t* indices, size_t count, float* found) {
  return Find<11, 32>(indices, count, found);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(Find4Of16);
HWY_EXPORT(Find9Of16);
HWY_EXPORT(Find6Of32);
HWY_EXPORT(Find11Of32);

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
  Check(4, 16, [](auto... all) { return HWY_DYNAMIC_DISPATCH(Find4Of16)(all...); });
  Check(9, 16, [](auto... all) { return HWY_DYNAMIC_DISPATCH(Find9Of16)(all...); });
  Check(6, 32, [](auto... all) { return HWY_DYNAMIC_DISPATCH(Find6Of32)(all...); });
  Check(11, 32, [](auto... all) { return HWY_DYNAMIC_DISPATCH(Find11Of32)(all...); });
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
