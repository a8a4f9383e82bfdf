// How the element types are loaded, computed in and stored, and the loops over arrays. Compiled
// once for each SIMD target.

#if defined(OPENACLNN_RUNTIME_AICORE_VECTOR_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_RUNTIME_AICORE_VECTOR_LANES_INL_H_
#undef OPENACLNN_RUNTIME_AICORE_VECTOR_LANES_INL_H_
#else
#define OPENACLNN_RUNTIME_AICORE_VECTOR_LANES_INL_H_
#endif

#ifdef __FAST_MATH__
#error \
    "relies on the exact meaning of every floating-point operation: compile it without -ffast-math"
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "hwy/highway.h"
#include "runtime/cpu/convert-inl.h"
#include "runtime/cpu/divide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A class of lanes names the type in memory (Raw) and the tag to compute with (D), loads Lanes(D)
// elements and stores results: Store puts the one NaN for all, and where the type has an overflow
// mode, follows it. Where one instruction computes an element, the loop itself is what takes time:
// kUnroll says so, and StoreFour stores four vectors.

// float, computed in float.
struct FloatLanes {
  using Raw = float;
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;
  static constexpr bool kUnroll = true;

  static HWY_INLINE V Load(D d, const Raw* from) { return hn::LoadU(d, from); }
  static HWY_INLINE V OneNaN(D d, V value) {
    return hn::IfThenElse(hn::IsNaN(value), hn::Set(d, std::numeric_limits<float>::quiet_NaN()),
                          value);
  }
  static HWY_INLINE void Store(D d, V value, bool /*saturate*/, Raw* to) {
    hn::StoreU(OneNaN(d, value), d, to);
  }
  static HWY_INLINE void StoreFour(D d, V v0, V v1, V v2, V v3, bool /*saturate*/, Raw* to) {
    if (HWY_UNLIKELY(!hn::AllFalse(d, hn::Or(hn::IsEitherNaN(v0, v1), hn::IsEitherNaN(v2, v3))))) {
      v0 = OneNaN(d, v0);
      v1 = OneNaN(d, v1);
      v2 = OneNaN(d, v2);
      v3 = OneNaN(d, v3);
    }
    const size_t lanes = hn::Lanes(d);
    hn::StoreU(v0, d, to);
    hn::StoreU(v1, d, to + lanes);
    hn::StoreU(v2, d, to + 2 * lanes);
    hn::StoreU(v3, d, to + 3 * lanes);
  }
};

template <typename T>
struct IntegerLanes {
  using Raw = T;
  using D = hn::CappedTag<T, 64>;
  using V = hn::Vec<D>;
  static constexpr bool kUnroll = true;

  static HWY_INLINE V Load(D d, const Raw* from) { return hn::LoadU(d, from); }
  static HWY_INLINE void Store(D d, V value, bool /*saturate*/, Raw* to) {
    hn::StoreU(value, d, to);
  }
  static HWY_INLINE void StoreFour(D d, V v0, V v1, V v2, V v3, bool /*saturate*/, Raw* to) {
    const size_t lanes = hn::Lanes(d);
    hn::StoreU(v0, d, to);
    hn::StoreU(v1, d, to + lanes);
    hn::StoreU(v2, d, to + 2 * lanes);
    hn::StoreU(v3, d, to + 3 * lanes);
  }
};

// The largest finite number of a floating-point type of memory, and whether arithmetic in it has an
// overflow mode.
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

// In saturating mode NaN becomes 0 and what exceeds the type its largest finite number; else NaN
// the one NaN for all.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V ApplyOverflowMode(D d, V value, bool saturate) {
  using T = hn::TFromD<D>;
  if (!saturate)
    return hn::IfThenElse(hn::IsNaN(value), hn::Set(d, std::numeric_limits<T>::quiet_NaN()), value);
  const V max = hn::Set(d, static_cast<T>(StoredTraits<Stored>::kMax));
  const V limited = hn::IfThenElse(hn::Gt(hn::Abs(value), max), hn::CopySign(max, value), value);
  return hn::IfThenElse(hn::IsNaN(value), hn::Zero(d), limited);
}

// Floating-point types, computed in double: exact for products of half and bfloat16; sums,
// quotients and square roots are rounded twice with the result of one rounding, because double has
// more than twice their digits and two more.
template <class Stored>
struct DoubleLanes {
  using Raw = typename Stored::Raw;
  using D = hn::ScalableTag<double>;
  static constexpr bool kUnroll = false;

  static HWY_INLINE hn::Vec<D> Load(D d, const Raw* from) {
    return Stored::Widen(d, hn::LoadU(hn::Rebind<Raw, D>(), from));
  }
  static HWY_INLINE void Store(D d, hn::Vec<D> value, bool saturate, Raw* to) {
    const auto finished =
        ApplyOverflowMode<Stored>(d, value, saturate && StoredTraits<Stored>::kSaturates);
    hn::StoreU(Stored::Narrow(d, finished), hn::Rebind<Raw, D>(), to);
  }
};

// step(inputs..., output) for every Lanes(d) elements of count. What is left over goes through a
// buffer of whole vectors, so that every element is computed by the same instructions. An input
// whose `advance` is 0 has one vector for all.
template <class D, class In0, class In1, class Out, class Step>
HWY_INLINE void ForEachVector(D d, const In0* in0, const In1* in1, bool advance1, Out* out,
                              size_t count, const Step& step) {
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
template <class L, bool kScalar, class Op>
HWY_INLINE void BinaryLoop(typename L::Raw* dst, const typename L::Raw* src0,
                           const typename L::Raw* src1, size_t count, bool saturate, const Op& op) {
  using Raw = typename L::Raw;
  using D = typename L::D;
  const D d;
  const size_t lanes = hn::Lanes(d);
  HWY_ALIGN Raw repeated[HWY_MAX_LANES_D(D)];
  if constexpr (kScalar) {
    for (size_t i = 0; i < lanes; ++i) std::memcpy(repeated + i, src1, sizeof(Raw));
    src1 = repeated;
  }
  if constexpr (L::kUnroll) {
    Raw element = {};
    if constexpr (kScalar) element = repeated[0];
    const auto scalar = hn::Set(d, element);
    for (; count >= 4 * lanes; count -= 4 * lanes) {
      auto b0 = scalar, b1 = scalar, b2 = scalar, b3 = scalar;
      if constexpr (!kScalar) {
        b0 = L::Load(d, src1);
        b1 = L::Load(d, src1 + lanes);
        b2 = L::Load(d, src1 + 2 * lanes);
        b3 = L::Load(d, src1 + 3 * lanes);
        src1 += 4 * lanes;
      }
      L::StoreFour(d, op(d, L::Load(d, src0), b0), op(d, L::Load(d, src0 + lanes), b1),
                   op(d, L::Load(d, src0 + 2 * lanes), b2), op(d, L::Load(d, src0 + 3 * lanes), b3),
                   saturate, dst);
      src0 += 4 * lanes;
      dst += 4 * lanes;
    }
    if (count == 0) return;
  }
  ForEachVector(d, src0, src1, !kScalar, dst, count,
                [&](const Raw* a, const Raw* b, Raw* out)
                    HWY_ATTR { L::Store(d, op(d, L::Load(d, a), L::Load(d, b)), saturate, out); });
}

// The ArrayFunction (vector.h) of an op without state.
template <class L, bool kScalar, class Op>
void BinaryFunction(void* dst, const void* src0, const void* src1, size_t count, bool saturate) {
  using Raw = typename L::Raw;
  BinaryLoop<L, kScalar>(static_cast<Raw*>(dst), static_cast<const Raw*>(src0),
                         static_cast<const Raw*>(src1), count, saturate, Op());
}

// dst = op(d, src0).
template <class L, class Op>
HWY_INLINE void UnaryLoop(void* dst, const void* src, size_t count, bool saturate, const Op& op) {
  using Raw = typename L::Raw;
  using D = typename L::D;
  const D d;
  const size_t lanes = hn::Lanes(d);
  const Raw* from = static_cast<const Raw*>(src);
  Raw* to = static_cast<Raw*>(dst);
  if constexpr (L::kUnroll) {
    for (; count >= 4 * lanes; count -= 4 * lanes) {
      L::StoreFour(d, op(d, L::Load(d, from)), op(d, L::Load(d, from + lanes)),
                   op(d, L::Load(d, from + 2 * lanes)), op(d, L::Load(d, from + 3 * lanes)),
                   saturate, to);
      from += 4 * lanes;
      to += 4 * lanes;
    }
    if (count == 0) return;
  }
  ForEachVector(d, from, from, false, to, count, [&](const Raw* a, const Raw*, Raw* out) HWY_ATTR {
    L::Store(d, op(d, L::Load(d, a)), saturate, out);
  });
}

template <class L, class Op>
void UnaryFunction(void* dst, const void* src, const void* /*src1*/, size_t count, bool saturate) {
  UnaryLoop<L>(dst, src, count, saturate, Op());
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
