// The numbers of a table that are for the index in each lane.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_LOOK_UP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_LOOK_UP_INL_H_
#undef OPENACLNN_OPS_MATH_LOOK_UP_INL_H_
#else
#define OPENACLNN_OPS_MATH_LOOK_UP_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "ops/math/look_up.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// v0 to v3 have four numbers of each lane, in blocks four lanes apart; afterwards each has one of
// every lane.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void TransposeBlocks(D d, V& v0, V& v1, V& v2, V& v3) {
  const hn::RepartitionToWide<D> pairs;
  const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, v0, v1));
  const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, v2, v3));
  const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, v0, v1));
  const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, v2, v3));
  v0 = hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23));
  v1 = hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23));
  v2 = hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23));
  v3 = hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23));
}

// LookUp(d, table, index)[i] is table.rows[i][index], 0 <= index < kSize.
#if HWY_HAVE_SCALABLE || (HWY_TARGET & HWY_ALL_SVE)
// Such vectors cannot be in an array.
template <class D, int kRows, int kSize, class VI>
class LookUp {
 public:
  HWY_INLINE LookUp(D /*d*/, const LookUpTable<kRows, kSize>& table, const VI& index)
      : table_(table), index_(index) {}
  HWY_INLINE hn::Vec<D> operator[](int row) const {
    return hn::GatherIndex(D(), table_.rows[row], index_);
  }

 private:
  const LookUpTable<kRows, kSize>& table_;
  const VI& index_;
};
#else
template <class D, int kRows, int kSize, class VI>
class LookUp {
  using V = hn::Vec<D>;

 public:
  HWY_INLINE LookUp(D d, const LookUpTable<kRows, kSize>& table, VI index) {
    constexpr size_t kLanes = HWY_MAX_LANES_D(D);
    if constexpr (kLanes == kSize || 2 * kLanes == kSize) {
      const auto indices = hn::IndicesFromVec(d, index);
      HWY_UNROLL(16)
      for (int i = 0; i < kRows; ++i) numbers_[i] = InRegisters(d, table.rows[i], indices);
    } else if constexpr (kLanes == 4 || kLanes == 8) {
      Transposed(d, table, index);
    } else {
      HWY_UNROLL(16)
      for (int i = 0; i < kRows; ++i) numbers_[i] = hn::GatherIndex(d, table.rows[i], index);
    }
  }
  HWY_INLINE V operator[](int row) const { return numbers_[row]; }

 private:
  template <class Indices>
  static HWY_INLINE V InRegisters(D d, const float (&row)[kSize], Indices indices) {
    if constexpr (HWY_MAX_LANES_D(D) == kSize) {
      return hn::TableLookupLanes(hn::Load(d, row), indices);
    } else {
      return hn::TwoTablesLookupLanes(d, hn::Load(d, row), hn::Load(d, row + kSize / 2), indices);
    }
  }

  // The numbers of a lane are loaded, four at a time. Each number of a row that takes more than two
  // registers would need several permutations and choices.
  HWY_INLINE void Transposed(D d, const LookUpTable<kRows, kSize>& table, VI index) {
    constexpr int kLanes = HWY_MAX_LANES_D(D);
    const hn::RebindToUnsigned<D> du;
    HWY_ALIGN uint32_t offsets[kLanes];  // unsigned: addresses take them as they are
    hn::Store(hn::Mul(hn::BitCast(du, index), hn::Set(du, table.kStep)), du, offsets);
    HWY_UNROLL(4)
    for (int i = 0; i < kRows; i += 4) {
      const float* const begin = &table.by_index[0][i];
      V v0 = OfLane(d, begin, offsets), v1 = OfLane(d, begin, offsets + 1);
      V v2 = OfLane(d, begin, offsets + 2), v3 = OfLane(d, begin, offsets + 3);
      TransposeBlocks(d, v0, v1, v2, v3);
      numbers_[i] = v0;
      if (i + 1 < kRows) numbers_[i + 1] = v1;
      if (i + 2 < kRows) numbers_[i + 2] = v2;
      if (i + 3 < kRows) numbers_[i + 3] = v3;
    }
  }
  static HWY_INLINE V OfLane(D d, const float* begin, const uint32_t* offset) {
    const hn::CappedTag<float, 4> block;
    if constexpr (HWY_MAX_LANES_D(D) == 4) {
      return hn::Load(block, begin + offset[0]);
    } else {
      return hn::Combine(d, hn::Load(block, begin + offset[4]), hn::Load(block, begin + offset[0]));
    }
  }

  V numbers_[kRows];
};
#endif
template <class D, int kRows, int kSize, class VI>
LookUp(D, const LookUpTable<kRows, kSize>&, VI) -> LookUp<D, kRows, kSize, VI>;

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
