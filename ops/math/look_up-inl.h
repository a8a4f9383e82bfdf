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

// Whether a row is 64 bytes that NEON looks up byte by byte.
template <class D, int size>
constexpr bool LooksUpBytes() {
#if HWY_TARGET_IS_NEON && HWY_ARCH_ARM_A64
  return HWY_MAX_LANES_D(D) == 4 && size == 16;
#else
  return false;
#endif
}

// Whether the numbers of a lane are loaded 16 bytes at a time: where a row takes many registers, to
// look up in them takes several permutations and choices for each number.
template <class D, int size>
constexpr bool LoadsByIndex() {
#if HWY_HAVE_SCALABLE || (HWY_TARGET & HWY_ALL_SVE)
  return false;  // such vectors cannot be in an array
#else
  constexpr int kLanes = HWY_MAX_LANES_D(D), kBlock = 16 / sizeof(hn::TFromD<D>);
  return (kLanes == kBlock || kLanes == 2 * kBlock) && 2 * kLanes < size &&
         !LooksUpBytes<D, size>();
#endif
}

// LookUp(d, table, index)[i] is table.rows[i][index], 0 <= index < size. The index must outlive it.
template <class D, int row_count, int size, class VI, bool by_index = LoadsByIndex<D, size>()>
class LookUp {
  using T = hn::TFromD<D>;

 public:
  HWY_INLINE LookUp(D /*d*/, const LookUpTable<T, row_count, size>& table, const VI& index)
      : table_(table), index_(index) {}

  HWY_INLINE hn::Vec<D> operator[](int i) const {
    const D d;
    const T(&row)[size] = table_.rows[i];
#if !HWY_HAVE_SCALABLE
    constexpr int kLanes = HWY_MAX_LANES_D(D);
    if constexpr (kLanes == size) {
      return hn::TableLookupLanes(hn::Load(d, row), hn::IndicesFromVec(d, index_));
    } else if constexpr (2 * kLanes == size) {
      return hn::TwoTablesLookupLanes(d, hn::Load(d, row), hn::Load(d, row + kLanes),
                                      hn::IndicesFromVec(d, index_));
#if HWY_TARGET_IS_NEON && HWY_ARCH_ARM_A64
    } else if constexpr (LooksUpBytes<D, size>()) {
      const hn::RebindToSigned<D> di;
      const hn::Repartition<uint8_t, D> d8;
      const auto bytes = hn::BitCast(
          d8, hn::Add(hn::Mul(index_, hn::Set(di, 0x04040404)), hn::Set(di, 0x03020100)));
      const uint8x16x4_t registers = vld1q_u8_x4(reinterpret_cast<const uint8_t*>(row));
      return hn::BitCast(d, hn::Vec<decltype(d8)>(vqtbl4q_u8(registers, bytes.raw)));
#endif
    } else
#endif
      return hn::GatherIndex(d, row, index_);
  }

 private:
  const LookUpTable<T, row_count, size>& table_;
  const VI& index_;
};

template <class D, int row_count, int size, class VI>
class LookUp<D, row_count, size, VI, true> {
  using T = hn::TFromD<D>;
  using V = hn::Vec<D>;
  using Table = LookUpTable<T, row_count, size>;
  using Offset = hn::TFromD<hn::RebindToUnsigned<D>>;  // addresses take it as it is

 public:
  HWY_INLINE LookUp(D d, const Table& table, const VI& index) {
    // An index has no upper half, which a product of 64 bits would take longer for.
    const hn::Repartition<uint32_t, D> d32;
    const auto product = hn::Mul(hn::BitCast(d32, index), hn::Set(d32, uint32_t{Table::kStep}));
    const hn::RebindToUnsigned<D> du;
    HWY_ALIGN Offset offsets[HWY_MAX_LANES_D(D)];
    hn::Store(hn::BitCast(du, product), du, offsets);
    HWY_UNROLL(16)
    for (size_t i = 0; i < row_count; i += Table::kBlock) {
      // v0 has the lanes 0 and, of twice as many, kBlock; and so on.
      const T* const begin = &table.by_index[0][i];
      const V v0 = OfLane(d, begin, offsets), v1 = OfLane(d, begin, offsets + 1);
      if constexpr (Table::kBlock == 2) {
        Put(i, hn::InterleaveLower(d, v0, v1));
        Put(i + 1, hn::InterleaveUpper(d, v0, v1));
      } else {
        const V v2 = OfLane(d, begin, offsets + 2), v3 = OfLane(d, begin, offsets + 3);
        const hn::RepartitionToWide<D> pairs;
        const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, v0, v1));
        const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, v2, v3));
        const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, v0, v1));
        const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, v2, v3));
        Put(i, hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23)));
        Put(i + 1, hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23)));
        Put(i + 2, hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23)));
        Put(i + 3, hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23)));
      }
    }
  }

  HWY_INLINE V operator[](int i) const { return numbers_[i]; }

 private:
  static HWY_INLINE V OfLane(D d, const T* begin, const Offset* offset) {
    const hn::CappedTag<T, Table::kBlock> block;
    if constexpr (HWY_MAX_LANES_D(D) == Table::kBlock) {
      return hn::Load(block, begin + offset[0]);
    } else {
      return hn::Combine(d, hn::Load(block, begin + offset[Table::kBlock]),
                         hn::Load(block, begin + offset[0]));
    }
  }
  HWY_INLINE void Put(size_t i, V numbers) {
    if (i < row_count) numbers_[i] = numbers;
  }

  V numbers_[row_count];
};

template <class D, int row_count, int size, class VI>
LookUp(D, const LookUpTable<hn::TFromD<D>, row_count, size>&, VI) -> LookUp<D, row_count, size, VI>;

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
