// Tables of 32 float32 numbers.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_LOOK_UP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_LOOK_UP_INL_H_
#undef OPENACLNN_OPS_MATH_LOOK_UP_INL_H_
#else
#define OPENACLNN_OPS_MATH_LOOK_UP_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// row[index], 0 <= index < 32. Where vectors are long, from registers.
template <class D, class VI, class V = hn::Vec<D>>
HWY_INLINE V LookUp(D d, const float (&row)[32], VI index) {
#if HWY_HAVE_SCALABLE
  return hn::GatherIndex(d, row, index);
#else
  if constexpr (HWY_MAX_LANES_D(D) == 16) {
    return hn::TwoTablesLookupLanes(d, hn::Load(d, row), hn::Load(d, row + 16),
                                    hn::IndicesFromVec(d, index));
  } else if constexpr (HWY_MAX_LANES_D(D) == 8) {
    const hn::RebindToSigned<D> di;
    const auto low_bits = hn::IndicesFromVec(d, hn::And(index, hn::Set(di, 15)));
    const V low = hn::TwoTablesLookupLanes(d, hn::Load(d, row), hn::Load(d, row + 8), low_bits);
    const V high =
        hn::TwoTablesLookupLanes(d, hn::Load(d, row + 16), hn::Load(d, row + 24), low_bits);
    return hn::IfNegativeThenElse(hn::BitCast(d, hn::ShiftLeft<27>(index)), high, low);
  } else {
    return hn::GatherIndex(d, row, index);
  }
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
