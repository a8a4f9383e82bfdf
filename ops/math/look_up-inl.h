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

// Whether a lane's numbers are loaded four at a time: where a row takes many registers, to look up
// in them takes several permutations and choices for each number.
template <class D, int kSize>
constexpr bool LoadsByIndex() {
#if HWY_HAVE_SCALABLE || (HWY_TARGET & HWY_ALL_SVE)
  return false;  // such vectors cannot be in an array
#else
  constexpr int kLanes = HWY_MAX_LANES_D(D);
  constexpr bool kLooksUpBytes = HWY_TARGET_IS_NEON && HWY_ARCH_ARM_A64;
  return (kLanes == 4 || kLanes == 8) && 2 * kLanes < kSize && !(kLooksUpBytes && kSize == 16);
#endif
}

// LookUp(d, table, index)[i] is table.rows[i][index], 0 <= index < kSize. The index must outlive
// it.
template <class D, int kRows, int kSize, class VI, bool kLoadsByIndex = LoadsByIndex<D, kSize>()>
class LookUp {
 public:
  HWY_INLINE LookUp(D /*d*/, const LookUpTable<kRows, kSize>& table, const VI& index)
      : table_(table), index_(index) {}

  HWY_INLINE hn::Vec<D> operator[](int i) const {
    const D d;
    const float (&row)[kSize] = table_.rows[i];
#if !HWY_HAVE_SCALABLE
    constexpr int kLanes = HWY_MAX_LANES_D(D);
    if constexpr (kLanes == kSize) {
      return hn::TableLookupLanes(hn::Load(d, row), hn::IndicesFromVec(d, index_));
    } else if constexpr (2 * kLanes == kSize) {
      return hn::TwoTablesLookupLanes(d, hn::Load(d, row), hn::Load(d, row + kLanes),
                                      hn::IndicesFromVec(d, index_));
    } else {
#if HWY_TARGET_IS_NEON && HWY_ARCH_ARM_A64
      // From 64 bytes in registers: each byte of a result by its number among them.
      if constexpr (kLanes == 4 && kSize == 16) {
        const hn::RebindToSigned<D> di;
        const hn::Repartition<uint8_t, D> d8;
        const auto bytes = hn::BitCast(
            d8, hn::Add(hn::Mul(index_, hn::Set(di, 0x04040404)), hn::Set(di, 0x03020100)));
        const uint8x16x4_t registers = vld1q_u8_x4(reinterpret_cast<const uint8_t*>(row));
        return hn::BitCast(d, hn::Vec<decltype(d8)>(vqtbl4q_u8(registers, bytes.raw)));
      }
#endif
      return hn::GatherIndex(d, row, index_);
    }
#else
    return hn::GatherIndex(d, row, index_);
#endif
  }

 private:
  const LookUpTable<kRows, kSize>& table_;
  const VI& index_;
};

template <class D, int kRows, int kSize, class VI>
class LookUp<D, kRows, kSize, VI, true> {
  using V = hn::Vec<D>;

 public:
  HWY_INLINE LookUp(D d, const LookUpTable<kRows, kSize>& table, const VI& index) {
    const hn::RebindToUnsigned<D> du;
    HWY_ALIGN uint32_t offsets[HWY_MAX_LANES_D(D)];  // unsigned: addresses take them as they are
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

  HWY_INLINE V operator[](int i) const { return numbers_[i]; }

 private:
  // Four numbers of the lane and, of eight lanes, four of the one four lanes on.
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

template <class D, int kRows, int kSize, class VI>
LookUp(D, const LookUpTable<kRows, kSize>&, VI) -> LookUp<D, kRows, kSize, VI>;

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
