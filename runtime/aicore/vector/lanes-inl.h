// How the element types are loaded, computed in and stored, and the loops over arrays. Compiled once for each SIMD target.

#if defined(OPENACLNN_RUNTIME_AICORE_VECTOR_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_RUNTIME_AICORE_VECTOR_LANES_INL_H_
#undef OPENACLNN_RUNTIME_AICORE_VECTOR_LANES_INL_H_
#else
#define OPENACLNN_RUNTIME_AICORE_VECTOR_LANES_INL_H_
#endif

#ifdef __FAST_MATH__
#error "relies on the exact meaning of every floating-point operation: compile it without -ffast-math"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "hwy/highway.h"
#include "runtime/cpu/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// IEEE 754's division. Highway's scalar targets make 0 of a division by zero.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Divide(D d, V a, V b) {
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
  HWY_ALIGN hn::TFromD<D> quotient[HWY_MAX_LANES_D(D)];
  HWY_ALIGN hn::TFromD<D> divisor[HWY_MAX_LANES_D(D)];
  hn::Store(a, d, quotient);
  hn::Store(b, d, divisor);
  for (size_t i = 0; i < hn::Lanes(d); ++i) quotient[i] /= divisor[i];
  return hn::Load(d, quotient);
#else
  (void)d;
  return hn::Div(a, b);
#endif
}

// A class of lanes names the type in memory (Raw) and the tag to compute with (D), loads Lanes(D) elements and stores results: Store puts
// the one NaN for all, and where the type has an overflow mode, follows it.

// float, computed in float.
struct FloatLanes {
  using Raw = float;
  using D = hn::ScalableTag<float>;

  static HWY_INLINE hn::Vec<D> Load(D d, const Raw* from) { return hn::LoadU(d, from); }
  static HWY_INLINE void Store(D d, hn::Vec<D> value, bool /*saturate*/, Raw* to) {
    hn::StoreU(hn::IfThenElse(hn::IsNaN(value), hn::Set(d, std::numeric_limits<float>::quiet_NaN()), value), d, to);
  }
};

template <typename T>
struct IntegerLanes {
  using Raw = T;
  using D = hn::CappedTag<T, 64>;

  static HWY_INLINE hn::Vec<D> Load(D d, const Raw* from) { return hn::LoadU(d, from); }
  static HWY_INLINE void Store(D d, hn::Vec<D> value, bool /*saturate*/, Raw* to) { hn::StoreU(value, d, to); }
};

// The largest finite number of a floating-point type of memory, and whether arithmetic in it has an overflow mode.
template <class Stored>
struct StoredTraits;
template <>
struct StoredTraits<StoredFloat32> {
  static constexpr double kMax = 0x1.fffffep127;
  static constexpr bool kSaturates = false;
};
template <>
struct StoredTraits<StoredFloat16> {
  static constexpr double kMax = 65504.0;
  static constexpr bool kSaturates = true;
};
template <>
struct StoredTraits<StoredBFloat16> {
  static constexpr double kMax = 0x1.fep127;
  static constexpr bool kSaturates = true;
};

// In saturating mode NaN becomes 0 and what exceeds the type its largest finite number; else NaN the one NaN for all.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V ApplyOverflowMode(D d, V value, bool saturate) {
  using T = hn::TFromD<D>;
  if (!saturate) return hn::IfThenElse(hn::IsNaN(value), hn::Set(d, std::numeric_limits<T>::quiet_NaN()), value);
  const V max = hn::Set(d, static_cast<T>(StoredTraits<Stored>::kMax));
  const V limited = hn::IfThenElse(hn::Gt(hn::Abs(value), max), hn::CopySign(max, value), value);
  return hn::IfThenElse(hn::IsNaN(value), hn::Zero(d), limited);
}

// Floating-point types, computed in double: exact for products of half and bfloat16; sums, quotients and square roots are rounded twice
// with the result of one rounding, because double has more than twice their digits and two more.
template <class Stored>
struct DoubleLanes {
  using Raw = typename Stored::Raw;
  using D = hn::ScalableTag<double>;

  static HWY_INLINE hn::Vec<D> Load(D d, const Raw* from) { return Stored::Widen(d, hn::LoadU(hn::Rebind<Raw, D>(), from)); }
  static HWY_INLINE void Store(D d, hn::Vec<D> value, bool saturate, Raw* to) {
    const auto finished = ApplyOverflowMode<Stored>(d, value, saturate && StoredTraits<Stored>::kSaturates);
    hn::StoreU(Stored::Narrow(d, finished), hn::Rebind<Raw, D>(), to);
  }
};

// step(inputs..., output) for every Lanes(d) elements of count. What is left over goes through a buffer of whole vectors, so that every
// element is computed by the same instructions. An input whose `advance` is 0 has one vector for all.
template <class D, class In0, class In1, class Out, class Step>
HWY_INLINE void ForEachVector(D d, const In0* in0, const In1* in1, bool advance1, Out* out, size_t count, const Step& step) {
  const size_t lanes = hn::Lanes(d);
  const size_t step1 = advance1 ? lanes : 0;
  HWY_ALIGN In0 rest0[HWY_MAX_LANES_D(D)] = {};
  HWY_ALIGN In1 rest1[HWY_MAX_LANES_D(D)] = {};
  HWY_ALIGN Out rest_out[HWY_MAX_LANES_D(D)];
  Out* final_out = nullptr;
  size_t rest = 0;
  while (true) {
    for (; count >= lanes; count -= lanes) {
      step(in0, in1, out);
      in0 += lanes;
      in1 += step1;
      out += lanes;
    }
    if (final_out != nullptr) break;
    if (count == 0) return;
    rest = count;
    std::memcpy(rest0, in0, rest * sizeof(In0));
    in0 = rest0;
    if (advance1) {
      std::memcpy(rest1, in1, rest * sizeof(In1));
      in1 = rest1;
    }
    final_out = out;
    out = rest_out;
    count = lanes;
  }
  std::memcpy(final_out, rest_out, rest * sizeof(Out));
}

// dst = op(d, src0, src1); a scalar src1 is one element.
template <class L, class Op>
HWY_NOINLINE bool ApplyBinary(void* dst, const void* src0, const void* src1, bool scalar1, size_t count, bool saturate, const Op& op) {
  using Raw = typename L::Raw;
  using D = typename L::D;
  const D d;
  const Raw* second = static_cast<const Raw*>(src1);
  HWY_ALIGN Raw repeated[HWY_MAX_LANES_D(D)];
  if (scalar1) {
    for (size_t i = 0; i < hn::Lanes(d); ++i) std::memcpy(repeated + i, src1, sizeof(Raw));
    second = repeated;
  }
  ForEachVector(d, static_cast<const Raw*>(src0), second, !scalar1, static_cast<Raw*>(dst), count,
                [&](const Raw* a, const Raw* b, Raw* out) HWY_ATTR { L::Store(d, op(d, L::Load(d, a), L::Load(d, b)), saturate, out); });
  return true;
}

template <class L, class Op>
HWY_NOINLINE bool ApplyUnary(void* dst, const void* src, size_t count, bool saturate, const Op& op) {
  using Raw = typename L::Raw;
  using D = typename L::D;
  const D d;
  const Raw* from = static_cast<const Raw*>(src);
  ForEachVector(d, from, from, false, static_cast<Raw*>(dst), count,
                [&](const Raw* a, const Raw*, Raw* out) HWY_ATTR { L::Store(d, op(d, L::Load(d, a)), saturate, out); });
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
