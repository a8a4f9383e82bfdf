// Tables of 16 or 32 float32 numbers.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_LOOK_UP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_LOOK_UP_INL_H_
#undef OPENACLNN_OPS_MATH_LOOK_UP_INL_H_
#else
#define OPENACLNN_OPS_MATH_LOOK_UP_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// row[index], 0 <= index < kSize. Where vectors are long, from registers.
template <class D, class VI, int kSize, class V = hn::Vec<D>>
HWY_INLINE V LookUp(D d, const float (&row)[kSize], VI index) {
  static_assert(kSize == 16 || kSize == 32);
#if HWY_HAVE_SCALABLE
  return hn::GatherIndex(d, row, index);
#else
  const auto of_two = [&](int at, auto indices) HWY_ATTR {
    return hn::TwoTablesLookupLanes(d, hn::Load(d, row + at),
                                    hn::Load(d, row + at + HWY_MAX_LANES_D(D)), indices);
  };
  if constexpr (HWY_MAX_LANES_D(D) == kSize) {
    return hn::TableLookupLanes(hn::Load(d, row), hn::IndicesFromVec(d, index));
  } else if constexpr (HWY_MAX_LANES_D(D) == kSize / 2) {
    return of_two(0, hn::IndicesFromVec(d, index));
  } else if constexpr (HWY_MAX_LANES_D(D) == kSize / 4 && kSize == 32) {
    const hn::RebindToSigned<D> di;
    const auto low_bits = hn::IndicesFromVec(d, hn::And(index, hn::Set(di, 15)));
    return hn::IfNegativeThenElse(hn::BitCast(d, hn::ShiftLeft<27>(index)), of_two(16, low_bits),
                                  of_two(0, low_bits));
  } else {
#if HWY_TARGET_IS_NEON && HWY_ARCH_ARM_A64
    // From 64 bytes in registers: each byte of a result by its number among them.
    if constexpr (HWY_MAX_LANES_D(D) == 4) {
      const hn::RebindToSigned<D> di;
      const hn::Repartition<uint8_t, D> d8;
      const auto bytes = hn::BitCast(
          d8, hn::Add(hn::Mul(index, hn::Set(di, 0x04040404)), hn::Set(di, 0x03020100)));
      const auto sixteen = [&](int at) HWY_ATTR {
        return vld1q_u8_x4(reinterpret_cast<const uint8_t*>(row + at));
      };
      uint8x16_t found = vqtbl4q_u8(sixteen(0), bytes.raw);
      // A number that is too large leaves the byte as it is.
      if constexpr (kSize == 32)
        found = vqtbx4q_u8(found, sixteen(16), hn::Sub(bytes, hn::Set(d8, 64)).raw);
      return hn::BitCast(d, hn::Vec<decltype(d8)>(found));
    }
#endif
    return hn::GatherIndex(d, row, index);
  }
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
