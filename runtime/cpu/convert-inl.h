// Conversion between the element types of tensors and the double or float that kernels compute in.
// Widening is exact; narrowing rounds once, to nearest even (NarrowComputed and StoreBlock: see
// below), keeps NaN, overflows floats to infinity and saturates integers (NaN gives 0). The same
// bits on every target: where Highway or the instruction set differ between targets, the conversion
// is written out in integers.

#if defined(OPENACLNN_RUNTIME_CPU_CONVERT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_RUNTIME_CPU_CONVERT_INL_H_
#undef OPENACLNN_RUNTIME_CPU_CONVERT_INL_H_
#else
#define OPENACLNN_RUNTIME_CPU_CONVERT_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// How elements of one type are stored. `Raw` is what lies in memory; Widen and Narrow work on as
// many lanes as the tag of double has, WidenToFloat and NarrowFloat on as many as the tag of float.
// LoadBlock reads one half of a block of 2 * Lanes(df) elements, and StoreBlock writes both halves.
// Which elements of the block are in which half is the type's choice, the same for reading and
// writing.
//
// StoreBlock, and NarrowComputed for single vectors, are for results that were computed in float
// from elements of the same type. bfloat16 then rounds what lies halfway between two numbers away
// from zero, in half as many operations as to even: such results are inexact anyway, or need no
// rounding.
struct StoredFloat32 {
  using Raw = float;
  using Lane = float;
  static constexpr int kMantissaBits = 24;

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V WidenToFloat(D /*df*/, V raw) {
    return raw;
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V NarrowFloat(D /*df*/, V value) {
    return value;
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V NarrowComputed(D /*df*/, V value) {
    return value;
  }
  template <size_t kHalf, class D>
  static HWY_INLINE hn::Vec<D> LoadBlock(D df, const Raw* from) {
    return hn::LoadU(df, from + kHalf * hn::Lanes(df));
  }
  // With `stream` past the caches; `to` must then be aligned as a vector.
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void StoreBlock(D df, V first, V second, Raw* to, bool stream) {
    if (HWY_UNLIKELY(stream)) {
      hn::Stream(first, df, to);
      hn::Stream(second, df, to + hn::Lanes(df));
    } else {
      hn::StoreU(first, df, to);
      hn::StoreU(second, df, to + hn::Lanes(df));
    }
  }

  template <class D, class DRaw = hn::Rebind<float, D>>
  static HWY_INLINE hn::Vec<D> Widen(D d, hn::Vec<DRaw> raw) {
    return hn::PromoteTo(d, raw);
  }

  template <class D, class DRaw = hn::Rebind<float, D>>
  static HWY_INLINE hn::Vec<DRaw> Narrow(D d, hn::Vec<D> value) {
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
    // Highway's scalar targets turn what is too large, infinity included, into the largest float.
    const auto narrow = hn::DemoteTo(DRaw(), value);
    const auto infinite =
        hn::DemoteMaskTo(DRaw(), d, hn::Ge(hn::Abs(value), hn::Set(d, 0x1.ffffffp127)));
    return hn::IfThenElse(infinite, hn::CopySign(hn::Inf(DRaw()), narrow), narrow);
#else
    return hn::DemoteTo(DRaw(), value);
#endif
  }
};

// Double to float, rounded to odd: truncated, with the last bit set if anything was lost. A second
// rounding to nearest, to at least two bits fewer, then gives what one rounding from the double
// would have given.
template <class D, class DF = hn::Rebind<float, D>, class DU = hn::Rebind<uint32_t, D>>
HWY_INLINE hn::Vec<DU> RoundToOddFloatBits(D d, hn::Vec<D> value) {
  const DF df;
  const DU du;
  const auto nearest = hn::DemoteTo(df, value);
  const auto back = hn::PromoteTo(d, nearest);
  const auto too_far = hn::DemoteMaskTo(df, d, hn::Gt(hn::Abs(back), hn::Abs(value)));
  const auto inexact = hn::DemoteMaskTo(df, d, hn::Ne(back, value));
  auto bits = hn::BitCast(du, nearest);
  bits =
      hn::Sub(bits, hn::BitCast(du, hn::IfThenElseZero(too_far, hn::BitCast(df, hn::Set(du, 1)))));
  return hn::Or(bits,
                hn::BitCast(du, hn::IfThenElseZero(inexact, hn::BitCast(df, hn::Set(du, 1)))));
}

// AVX2 and later and NEON convert float16 in one instruction.
#undef OPENACLNN_NATIVE_FLOAT16
#if (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2 && !defined(HWY_DISABLE_F16C)) || \
    (HWY_TARGET_IS_NEON && HWY_NEON_HAVE_F16C)
#define OPENACLNN_NATIVE_FLOAT16 1
#else
#define OPENACLNN_NATIVE_FLOAT16 0
#endif

struct StoredFloat16 {
  using Raw = uint16_t;
  using Lane = float;
  static constexpr int kMantissaBits = 11;

  template <class D, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<D> WidenToFloat(D df, hn::Vec<DRaw> raw) {
#if OPENACLNN_NATIVE_FLOAT16
    const hn::Rebind<hwy::float16_t, D> dh;
    return hn::PromoteTo(df, hn::BitCast(dh, raw));
#else
    const hn::RebindToUnsigned<D> du;
    const auto bits = hn::PromoteTo(du, raw);
    const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(du, 0x8000u)));
    const auto magnitude = hn::And(bits, hn::Set(du, 0x7FFFu));
    // Moved to where a float has them, exponent and mantissa read as a number 2^112 times too
    // small, subnormals included.
    const auto scaled =
        hn::Mul(hn::BitCast(df, hn::ShiftLeft<13>(magnitude)), hn::Set(df, 0x1p112f));
    const auto special =
        hn::Or(hn::ShiftLeft<13>(magnitude), hn::Set(du, 0x7F800000u));  // infinity and NaN
    const auto value =
        hn::IfThenElse(hn::Gt(magnitude, hn::Set(du, 0x7BFFu)), special, hn::BitCast(du, scaled));
    return hn::BitCast(df, hn::Or(value, sign));
#endif
  }

  template <class D, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<DRaw> NarrowFloat(D df, hn::Vec<D> value) {
#if OPENACLNN_NATIVE_FLOAT16
    const hn::Rebind<hwy::float16_t, D> dh;
    return hn::BitCast(DRaw(), hn::DemoteTo(dh, value));
#else
    const hn::RebindToUnsigned<D> du;
    return NarrowBits(df, hn::BitCast(du, value));
#endif
  }
  template <class D, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<DRaw> NarrowComputed(D df, hn::Vec<D> value) {
    return NarrowFloat(df, value);
  }

  template <size_t kHalf, class D>
  static HWY_INLINE hn::Vec<D> LoadBlock(D df, const Raw* from) {
    const hn::Rebind<Raw, D> raw;
    return WidenToFloat(df, hn::LoadU(raw, from + kHalf * hn::Lanes(df)));
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void StoreBlock(D df, V first, V second, Raw* to, bool stream) {
    const hn::Rebind<Raw, D> raw;
    if (HWY_UNLIKELY(stream)) {
      const hn::Repartition<Raw, D> whole;
      hn::Stream(hn::Combine(whole, NarrowFloat(df, second), NarrowFloat(df, first)), whole, to);
    } else {
      hn::StoreU(NarrowFloat(df, first), raw, to);
      hn::StoreU(NarrowFloat(df, second), raw, to + hn::Lanes(df));
    }
  }

  template <class D, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<D> Widen(D d, hn::Vec<DRaw> raw) {
    const hn::Rebind<float, D> df;
    return hn::PromoteTo(d, WidenToFloat(df, raw));
  }

  template <class D, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<DRaw> Narrow(D d, hn::Vec<D> value) {
    const hn::Rebind<float, D> df;
    return NarrowBits(df, RoundToOddFloatBits(d, value));
  }

 private:
  template <class D, class DU = hn::RebindToUnsigned<D>, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<DRaw> NarrowBits(D df, hn::Vec<DU> bits) {
    const DU du;
    const auto sign = hn::And(bits, hn::Set(du, 0x80000000u));
    const auto magnitude = hn::Xor(bits, sign);
    // Normal results: rebias the exponent, then round to nearest even at bit 13; a carry out of the
    // mantissa raises the exponent.
    const auto odd = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(du, 1));
    const auto rounded =
        hn::Add(hn::Add(hn::Sub(magnitude, hn::Set(du, 112u << 23)), hn::Set(du, 0xFFFu)), odd);
    const auto normal = hn::Min(hn::ShiftRight<13>(rounded), hn::Set(du, 0x7C00u));
    // Subnormal results: next to 1/2 a float steps by the smallest float16, so that the addition
    // does the rounding.
    const auto aligned = hn::Add(hn::BitCast(df, magnitude), hn::Set(df, 0.5f));
    const auto subnormal = hn::Sub(hn::BitCast(du, aligned), hn::Set(du, 0x3F000000u));
    const auto nan =
        hn::Or(hn::And(hn::ShiftRight<13>(magnitude), hn::Set(du, 0x3FFu)), hn::Set(du, 0x7E00u));
    auto half = hn::IfThenElse(hn::Lt(magnitude, hn::Set(du, 113u << 23)), subnormal, normal);
    half = hn::IfThenElse(hn::Gt(magnitude, hn::Set(du, 0x7F800000u)), nan, half);
    return hn::TruncateTo(DRaw(), hn::Or(half, hn::ShiftRight<16>(sign)));
  }
};

struct StoredBFloat16 {
  using Raw = uint16_t;
  using Lane = float;
  static constexpr int kMantissaBits = 8;

  template <class D, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<D> WidenToFloat(D df, hn::Vec<DRaw> raw) {
    const hn::RebindToUnsigned<D> du;
    return hn::BitCast(df, hn::ShiftLeft<16>(hn::PromoteTo(du, raw)));
  }

  template <class D, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<DRaw> NarrowFloat(D /*df*/, hn::Vec<D> value) {
    const hn::RebindToUnsigned<D> du;
    return hn::TruncateTo(DRaw(), hn::ShiftRight<16>(RoundBits(du, hn::BitCast(du, value))));
  }

  template <class D, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<DRaw> NarrowComputed(D df, hn::Vec<D> value) {
    return hn::TruncateTo(DRaw(), hn::ShiftRight<16>(RoundAway(df, value)));
  }

  // The halves are the even and the odd elements, which need no moving between lanes.
  template <size_t kHalf, class D>
  static HWY_INLINE hn::Vec<D> LoadBlock(D df, const Raw* from) {
    const hn::Repartition<Raw, D> raw;
    const hn::RebindToUnsigned<D> du;
    const auto both = hn::BitCast(du, hn::LoadU(raw, from));
    return hn::BitCast(
        df, kHalf == 0 ? hn::ShiftLeft<16>(both) : hn::And(both, hn::Set(du, 0xFFFF0000u)));
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void StoreBlock(D df, V first, V second, Raw* to, bool stream) {
    const hn::Repartition<Raw, D> raw;
    const auto rounded = hn::OddEven(hn::BitCast(raw, RoundAway(df, second)),
                                     hn::BitCast(raw, hn::ShiftRight<16>(RoundAway(df, first))));
    if (HWY_UNLIKELY(stream)) {
      hn::Stream(rounded, raw, to);
    } else {
      hn::StoreU(rounded, raw, to);
    }
  }

  template <class D, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<D> Widen(D d, hn::Vec<DRaw> raw) {
    const hn::Rebind<float, D> df;
    return hn::PromoteTo(d, WidenToFloat(df, raw));
  }

  template <class D, class DRaw = hn::Rebind<uint16_t, D>>
  static HWY_INLINE hn::Vec<DRaw> Narrow(D d, hn::Vec<D> value) {
    const hn::Rebind<uint32_t, D> du;
    return hn::TruncateTo(DRaw(), hn::ShiftRight<16>(RoundBits(du, RoundToOddFloatBits(d, value))));
  }

  // Any float rounded to nearest even to 16 bits, which are the upper ones of the result; the lower
  // ones mean nothing.
  template <class DU, class VU = hn::Vec<DU>>
  static HWY_INLINE VU RoundBits(DU du, VU bits) {
    const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1));
    const auto rounded = hn::Add(hn::Add(bits, hn::Set(du, 0x7FFFu)), odd);
    const auto nan = hn::Or(bits, hn::Set(du, 0x400000u));
    const auto is_nan = hn::Gt(hn::And(bits, hn::Set(du, 0x7FFFFFFFu)), hn::Set(du, 0x7F800000u));
    return hn::IfThenElse(is_nan, nan, rounded);
  }

 private:
  // Rounded to 16 bits, which are the upper ones of the result; the lower ones mean nothing. A NaN
  // computed from bfloat16 elements has no bits in the lower half, so it stays one.
  template <class D, class DU = hn::RebindToUnsigned<D>>
  static HWY_INLINE hn::Vec<DU> RoundAway(D /*df*/, hn::Vec<D> value) {
    return hn::Add(hn::BitCast(DU(), value), hn::Set(DU(), 0x8000u));
  }
};

// Nearest integer (ties to even) within [low, high]; NaN gives 0.
template <class D, class DI = hn::Rebind<int32_t, D>>
HWY_INLINE hn::Vec<DI> NearestSaturated(D d, hn::Vec<D> value, double low, double high) {
  const auto number = hn::IfThenZeroElse(hn::IsNaN(value), value);
  const auto clamped = hn::Min(hn::Max(number, hn::Set(d, low)), hn::Set(d, high));
  return hn::DemoteTo(DI(), hn::Round(clamped));
}

struct StoredInt32 {
  using Raw = int32_t;

  template <class D, class DRaw = hn::Rebind<int32_t, D>>
  static HWY_INLINE hn::Vec<D> Widen(D d, hn::Vec<DRaw> raw) {
    return hn::PromoteTo(d, raw);
  }

  template <class D, class DRaw = hn::Rebind<int32_t, D>>
  static HWY_INLINE hn::Vec<DRaw> Narrow(D d, hn::Vec<D> value) {
    return NearestSaturated(d, value, -2147483648.0, 2147483647.0);
  }
};

struct StoredInt8 {
  using Raw = int8_t;

  template <class D, class DRaw = hn::Rebind<int8_t, D>>
  static HWY_INLINE hn::Vec<D> Widen(D d, hn::Vec<DRaw> raw) {
    return hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<int32_t, D>(), raw));
  }

  template <class D, class DRaw = hn::Rebind<int8_t, D>>
  static HWY_INLINE hn::Vec<DRaw> Narrow(D d, hn::Vec<D> value) {
    return hn::DemoteTo(DRaw(), NearestSaturated(d, value, -128.0, 127.0));
  }
};

// Lanes(d) elements from memory; with `count` below Lanes(d) only so many are read, the other lanes
// are zero.
template <class Stored, class D>
HWY_INLINE hn::Vec<D> LoadWide(D d, const typename Stored::Raw* from, size_t count) {
  const hn::Rebind<typename Stored::Raw, D> raw;
  return Stored::Widen(
      d, HWY_LIKELY(count >= hn::Lanes(d)) ? hn::LoadU(raw, from) : hn::LoadN(raw, from, count));
}

// Writes min(count, Lanes(d)) elements.
template <class Stored, class D>
HWY_INLINE void StoreNarrow(D d, hn::Vec<D> value, typename Stored::Raw* to, size_t count) {
  const hn::Rebind<typename Stored::Raw, D> raw;
  const auto narrow = Stored::Narrow(d, value);
  if (HWY_LIKELY(count >= hn::Lanes(d))) {
    hn::StoreU(narrow, raw, to);
  } else {
    hn::StoreN(narrow, raw, to, count);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_RUNTIME_CPU_CONVERT_INL_H_
