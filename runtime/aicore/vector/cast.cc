// Cast: conversions between element types in every rounding mode.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "runtime/aicore/vector/vector.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/aicore/vector/cast.cc"
#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "hwy/highway.h"
#include "runtime/aicore/vector/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace {

using aicore::vector::Element;
using aicore::vector::Rounding;

struct StoredInt16 {
  using Raw = int16_t;

  template <class D, class DRaw = hn::Rebind<int16_t, D>>
  static HWY_INLINE hn::Vec<D> Widen(D d, hn::Vec<DRaw> raw) {
    return hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<int32_t, D>(), raw));
  }

  template <class D, class DRaw = hn::Rebind<int16_t, D>>
  static HWY_INLINE hn::Vec<DRaw> Narrow(D d, hn::Vec<D> value) {
    return hn::DemoteTo(DRaw(), NearestSaturated(d, value, -32768.0, 32767.0));
  }
};

struct StoredUint8 {
  using Raw = uint8_t;

  template <class D, class DRaw = hn::Rebind<uint8_t, D>>
  static HWY_INLINE hn::Vec<D> Widen(D d, hn::Vec<DRaw> raw) {
    return hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<int32_t, D>(), raw));
  }

  template <class D, class DRaw = hn::Rebind<uint8_t, D>>
  static HWY_INLINE hn::Vec<DRaw> Narrow(D d, hn::Vec<D> value) {
    return hn::DemoteTo(DRaw(), NearestSaturated(d, value, 0.0, 255.0));
  }
};

// Significant bits of a floating-point type and the exponent of its smallest normal number; none
// for integers.
template <class Stored>
struct Format {
  static constexpr bool kIsFloat = false;
};
template <>
struct Format<StoredFloat32> {
  static constexpr bool kIsFloat = true;
  static constexpr int kDigits = 24;
  static constexpr int kMinExponent = -126;
};
template <>
struct Format<StoredFloat16> {
  static constexpr bool kIsFloat = true;
  static constexpr int kDigits = 11;
  static constexpr int kMinExponent = -14;
};
template <>
struct Format<StoredBFloat16> {
  static constexpr bool kIsFloat = true;
  static constexpr int kDigits = 8;
  static constexpr int kMinExponent = -126;
};

// y rounded to an integer. |y| < 2^53 or infinite.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V RoundToInteger(D d, V y, Rounding rounding) {
  const V away = hn::CopySign(hn::Set(d, 1.0), y);
  switch (rounding) {
    case Rounding::kNone:
    case Rounding::kRint:
      return hn::Round(y);
    case Rounding::kFloor:
      return hn::Floor(y);
    case Rounding::kCeil:
      return hn::Ceil(y);
    case Rounding::kTrunc:
      return hn::Trunc(y);
    case Rounding::kRound: {
      const V towards_zero = hn::Trunc(y);
      const auto up = hn::Ge(hn::Abs(hn::Sub(y, towards_zero)), hn::Set(d, 0.5));
      return hn::IfThenElse(up, hn::Add(towards_zero, away), towards_zero);
    }
    case Rounding::kOdd: {
      const V towards_zero = hn::Trunc(y);
      const V half = hn::Mul(towards_zero, hn::Set(d, 0.5));
      const auto up = hn::And(hn::Ne(towards_zero, y), hn::Eq(hn::Trunc(half), half));
      return hn::IfThenElse(up, hn::Add(towards_zero, away), towards_zero);
    }
  }
  return y;
}

// Whether a finite positive or negative number too large for the type becomes infinity.
bool OverflowsToInfinity(Rounding rounding, bool negative) {
  switch (rounding) {
    case Rounding::kNone:
    case Rounding::kRint:
    case Rounding::kRound:
      return true;
    case Rounding::kFloor:
      return negative;
    case Rounding::kCeil:
      return !negative;
    case Rounding::kTrunc:
    case Rounding::kOdd:
      return false;
  }
  return false;
}

// x, which has come from a type of memory, as one of the numbers of type To. Scaled so that the
// last digit which To has there is worth 1, which is exact, it is rounded to an integer.
template <class To, class D, class V = hn::Vec<D>>
HWY_INLINE V RoundToType(D d, V x, Rounding rounding, bool saturate) {
  if constexpr (Format<To>::kIsFloat) {
    const hn::RebindToUnsigned<D> du;
    const auto smallest = hn::Set(du, static_cast<uint64_t>(1023 + Format<To>::kMinExponent) << 52);
    const auto exponent = hn::And(hn::BitCast(du, x), hn::Set(du, uint64_t{0x7FF} << 52));
    const auto at_least =
        hn::BitCast(du, hn::Max(hn::BitCast(d, exponent),
                                hn::BitCast(d, smallest)));  // of positive numbers: no NaN
    const auto unit =
        hn::Sub(at_least, hn::Set(du, static_cast<uint64_t>(Format<To>::kDigits - 1) << 52));
    const V inverse = hn::BitCast(d, hn::Sub(hn::Set(du, uint64_t{2046} << 52), unit));
    V rounded = hn::Mul(RoundToInteger(d, hn::Mul(x, inverse), rounding), hn::BitCast(d, unit));
    const V max = hn::Set(d, StoredTraits<To>::kMax);
    const V positive =
        hn::Set(d, OverflowsToInfinity(rounding, false) ? std::numeric_limits<double>::infinity()
                                                        : StoredTraits<To>::kMax);
    const V negative =
        hn::Set(d, OverflowsToInfinity(rounding, true) ? -std::numeric_limits<double>::infinity()
                                                       : -StoredTraits<To>::kMax);
    rounded = hn::IfThenElse(hn::Gt(rounded, max), positive, rounded);
    rounded = hn::IfThenElse(hn::Lt(rounded, hn::Neg(max)), negative, rounded);
    rounded = hn::IfThenElse(hn::IsFinite(x), hn::CopySign(rounded, x), x);
    return ApplyOverflowMode<To>(d, rounded, saturate);
  } else {
    return RoundToInteger(d, x, rounding);
  }
}

template <class To, class From>
bool CastTo(Rounding rounding, void* dst, const void* src, size_t count, bool saturate) {
  using RawTo = typename To::Raw;
  using RawFrom = typename From::Raw;
  const hn::ScalableTag<double> d;
  const RawFrom* from = static_cast<const RawFrom*>(src);
  ForEachVector(d, from, from, false, static_cast<RawTo*>(dst), count,
                [&](const RawFrom* in, const RawFrom*, RawTo* out) HWY_ATTR {
                  const auto x = From::Widen(d, hn::LoadU(hn::Rebind<RawFrom, decltype(d)>(), in));
                  hn::StoreU(To::Narrow(d, RoundToType<To>(d, x, rounding, saturate)),
                             hn::Rebind<RawTo, decltype(d)>(), out);
                });
  return true;
}

// float to the float that is an integer.
bool RoundFloats(Rounding rounding, void* dst, const void* src, size_t count, bool saturate) {
  using L = DoubleLanes<StoredFloat32>;
  const auto* const from = static_cast<const float*>(src);
  ForEachVector(L::D(), from, from, false, static_cast<float*>(dst), count,
                [&](const float* in, const float*, float* out) HWY_ATTR {
                  const L::D d;
                  const auto x = L::Load(d, in);
                  const auto rounded = hn::CopySign(RoundToInteger(d, x, rounding), x);
                  const auto kept = ApplyOverflowMode<StoredFloat32>(d, rounded, saturate);
                  hn::StoreU(StoredFloat32::Narrow(d, kept), hn::Rebind<float, L::D>(), out);
                });
  return true;
}

// The conversions that kernels use for every element, in float instead of double. Saturation is
// dealt with outside.

template <class D>
HWY_INLINE hn::Vec<D> HalfToFloat(D d, hn::Vec<hn::Rebind<uint16_t, D>> raw) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::PromoteTo(du, raw);
  const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(du, 0x8000u)));
  const auto moved = hn::ShiftLeft<13>(hn::And(bits, hn::Set(du, 0x7FFFu)));
  // Read as a float, a finite number is 2^112 times too small.
  const auto finite = hn::BitCast(du, hn::Mul(hn::BitCast(d, moved), hn::Set(d, 0x1p112f)));
  const auto special = hn::Or(moved, hn::Set(du, 0x7F800000u));
  const auto value = hn::IfThenElse(hn::Gt(moved, hn::Set(du, 0x7BFFu << 13)), special, finite);
  return hn::BitCast(d, hn::Or(value, sign));
}

template <class D>
HWY_INLINE hn::Vec<hn::Rebind<uint16_t, D>> FloatToHalf(D d, hn::Vec<D> value) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::BitCast(du, value);
  const auto sign = hn::And(bits, hn::Set(du, 0x80000000u));
  const auto magnitude = hn::Xor(bits, sign);
  // Normal results: another bias of the exponent, then nearest even at bit 13; a carry raises the
  // exponent, up to infinity.
  const auto odd = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(du, 1));
  const auto rounded =
      hn::Add(hn::Add(hn::Sub(magnitude, hn::Set(du, 112u << 23)), hn::Set(du, 0xFFFu)), odd);
  const auto normal = hn::Min(hn::ShiftRight<13>(rounded), hn::Set(du, 0x7C00u));
  // Subnormal results: next to 1/2 a float steps by the smallest half, so that the addition does
  // the rounding.
  const auto aligned = hn::Add(hn::BitCast(d, magnitude), hn::Set(d, 0.5f));
  const auto subnormal = hn::Sub(hn::BitCast(du, aligned), hn::Set(du, 0x3F000000u));
  auto half = hn::IfThenElse(hn::Lt(magnitude, hn::Set(du, 113u << 23)), subnormal, normal);
  half = hn::IfThenElse(hn::Gt(magnitude, hn::Set(du, 0x7F800000u)), hn::Set(du, 0x7E00u), half);
  return hn::TruncateTo(hn::Rebind<uint16_t, D>(), hn::Or(half, hn::ShiftRight<16>(sign)));
}

template <class D>
HWY_INLINE hn::Vec<D> BFloat16ToFloat(D d, hn::Vec<hn::Rebind<uint16_t, D>> raw) {
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(hn::RebindToUnsigned<D>(), raw)));
}

template <class D>
HWY_INLINE hn::Vec<hn::Rebind<uint16_t, D>> FloatToBFloat16(D d, hn::Vec<D> value) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::BitCast(du, value);
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1));
  const auto rounded = hn::ShiftRight<16>(hn::Add(hn::Add(bits, hn::Set(du, 0x7FFFu)), odd));
  const auto is_nan = hn::Gt(hn::And(bits, hn::Set(du, 0x7FFFFFFFu)), hn::Set(du, 0x7F800000u));
  return hn::TruncateTo(hn::Rebind<uint16_t, D>(),
                        hn::IfThenElse(is_nan, hn::Set(du, 0x7FC0u), rounded));
}

// half or bfloat16 to float: exact.
template <class Widen>
HWY_NOINLINE bool WidenToFloat(void* dst, const void* src, size_t count, bool saturate,
                               const Widen& widen) {
  const hn::ScalableTag<float> d;
  const uint16_t* from = static_cast<const uint16_t*>(src);
  ForEachVector(
      d, from, from, false, static_cast<float*>(dst), count,
      [&](const uint16_t* in, const uint16_t*, float* out) HWY_ATTR {
        hn::StoreU(ApplyOverflowMode<StoredFloat32>(
                       d, widen(d, hn::LoadU(hn::Rebind<uint16_t, decltype(d)>(), in)), saturate),
                   d, out);
      });
  return true;
}

// float to half or bfloat16, to nearest even.
template <class To, class Narrow>
HWY_NOINLINE bool NarrowFromFloat(void* dst, const void* src, size_t count, bool saturate,
                                  const Narrow& narrow) {
  const hn::ScalableTag<float> d;
  const float* from = static_cast<const float*>(src);
  ForEachVector(d, from, from, false, static_cast<uint16_t*>(dst), count,
                [&](const float* in, const float*, uint16_t* out) HWY_ATTR {
                  auto value = hn::LoadU(d, in);
                  if (saturate) value = ApplyOverflowMode<To>(d, value, true);
                  hn::StoreU(narrow(d, value), hn::Rebind<uint16_t, decltype(d)>(), out);
                });
  return true;
}

bool CastOnTarget(Element to, Element from, Rounding rounding, void* dst, const void* src,
                  size_t count, bool saturate) {
  const bool nearest = rounding == Rounding::kNone || rounding == Rounding::kRint;
  switch (from) {
    case Element::kHalf:
      switch (to) {
        case Element::kFloat:
          return WidenToFloat(dst, src, count, saturate,
                              [](auto d, auto raw) HWY_ATTR { return HalfToFloat(d, raw); });
        case Element::kInt8:
          return CastTo<StoredInt8, StoredFloat16>(rounding, dst, src, count, saturate);
        case Element::kUint8:
          return CastTo<StoredUint8, StoredFloat16>(rounding, dst, src, count, saturate);
        case Element::kInt16:
          return CastTo<StoredInt16, StoredFloat16>(rounding, dst, src, count, saturate);
        case Element::kInt32:
          return CastTo<StoredInt32, StoredFloat16>(rounding, dst, src, count, saturate);
        default:
          return false;
      }
    case Element::kFloat:
      switch (to) {
        case Element::kHalf:
          if (nearest) {
            return NarrowFromFloat<StoredFloat16>(dst, src, count, saturate,
                                                  [](auto d, auto value)
                                                      HWY_ATTR { return FloatToHalf(d, value); });
          }
          return CastTo<StoredFloat16, StoredFloat32>(rounding, dst, src, count, saturate);
        case Element::kBFloat16:
          if (nearest) {
            return NarrowFromFloat<StoredBFloat16>(
                dst, src, count, saturate,
                [](auto d, auto value) HWY_ATTR { return FloatToBFloat16(d, value); });
          }
          return CastTo<StoredBFloat16, StoredFloat32>(rounding, dst, src, count, saturate);
        case Element::kInt16:
          return CastTo<StoredInt16, StoredFloat32>(rounding, dst, src, count, saturate);
        case Element::kInt32:
          return CastTo<StoredInt32, StoredFloat32>(rounding, dst, src, count, saturate);
        case Element::kFloat:
          return RoundFloats(rounding, dst, src, count, saturate);
        default:
          return false;
      }
    case Element::kBFloat16:
      if (to == Element::kInt32)
        return CastTo<StoredInt32, StoredBFloat16>(rounding, dst, src, count, saturate);
      if (to != Element::kFloat) return false;
      return WidenToFloat(dst, src, count, saturate,
                          [](auto d, auto raw) HWY_ATTR { return BFloat16ToFloat(d, raw); });
    case Element::kInt32:
      if (to == Element::kHalf)
        return CastTo<StoredFloat16, StoredInt32>(Rounding::kNone, dst, src, count, saturate);
      return to == Element::kFloat &&
             CastTo<StoredFloat32, StoredInt32>(rounding, dst, src, count, saturate);
    case Element::kInt16:
      if (to == Element::kHalf)
        return CastTo<StoredFloat16, StoredInt16>(rounding, dst, src, count, saturate);
      return to == Element::kFloat &&
             CastTo<StoredFloat32, StoredInt16>(rounding, dst, src, count, saturate);
    case Element::kInt8:
      return to == Element::kHalf &&
             CastTo<StoredFloat16, StoredInt8>(rounding, dst, src, count, saturate);
    case Element::kUint8:
      return to == Element::kHalf &&
             CastTo<StoredFloat16, StoredUint8>(rounding, dst, src, count, saturate);
    default:
      return false;
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "runtime/aicore/vector/cast_integers.h"

namespace openaclnn {
namespace {

HWY_EXPORT(CastOnTarget);

}  // namespace

namespace aicore::vector {

bool Cast(Element dst_type, Element src_type, Rounding rounding, void* dst, const void* src,
          size_t count, bool saturate) {
  return HWY_DYNAMIC_DISPATCH(CastOnTarget)(dst_type, src_type, rounding, dst, src, count,
                                            saturate) ||
         CastIntegers(dst_type, src_type, rounding, dst, src, count);
}

}  // namespace aicore::vector
}  // namespace openaclnn
#endif  // HWY_ONCE
