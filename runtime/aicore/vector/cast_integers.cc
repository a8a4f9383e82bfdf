#include "runtime/aicore/vector/cast_integers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

template <typename To, typename From, class Convert>
bool Each(void* dst, const void* src, size_t count, const Convert& convert) {
  for (size_t i = 0; i < count; ++i) {
    From from;
    std::memcpy(&from, static_cast<const uint8_t*>(src) + i * sizeof(From), sizeof(From));
    const To to = convert(from);
    std::memcpy(static_cast<uint8_t*>(dst) + i * sizeof(To), &to, sizeof(To));
  }
  return true;
}

// The nearest number that To has. The documents do not say what becomes of one that is too large;
// all other conversions to integers saturate.
template <typename To, typename From>
To Saturated(From value) {
  using Limits = std::numeric_limits<To>;
  return static_cast<To>(
      std::clamp<From>(value, static_cast<From>(Limits::min()), static_cast<From>(Limits::max())));
}

// By way of int8, which has all numbers of 4 bits and the same rules.
constexpr size_t kPieceOfInt4 = 256;

void HalfToInt4(void* dst, const void* src, Rounding rounding, size_t count) {
  std::array<int8_t, kPieceOfInt4> wide;
  for (size_t first = 0; first < count; first += wide.size()) {
    const size_t n = std::min(wide.size(), count - first);
    Cast(Element::kInt8, Element::kHalf, rounding, wide.data(),
         static_cast<const uint16_t*>(src) + first, n, false);
    for (size_t i = 0; i < n; i += 2) {
      const auto bits = [&](size_t at) { return std::clamp<int>(wide[at], -8, 7) & 15; };
      static_cast<uint8_t*>(dst)[(first + i) / 2] =
          static_cast<uint8_t>(bits(i) | bits(i + 1) << 4);
    }
  }
}

void Int4ToHalf(void* dst, const void* src, size_t count) {
  std::array<int8_t, kPieceOfInt4> wide;
  for (size_t first = 0; first < count; first += wide.size()) {
    const size_t n = std::min(wide.size(), count - first);
    for (size_t i = 0; i < n; ++i) {
      const int byte = static_cast<const uint8_t*>(src)[(first + i) / 2];
      wide[i] = static_cast<int8_t>(Int4(i % 2 == 0 ? byte : byte >> 4));
    }
    Cast(Element::kHalf, Element::kInt8, Rounding::kNone, static_cast<uint16_t*>(dst) + first,
         wide.data(), n, false);
  }
}

double RoundToInteger(double x, Rounding rounding) {
  switch (rounding) {
    case Rounding::kFloor:
      return std::floor(x);
    case Rounding::kCeil:
      return std::ceil(x);
    case Rounding::kRound:
      return std::round(x);
    case Rounding::kTrunc:
      return std::trunc(x);
    default:
      return std::nearbyint(x);
  }
}

int64_t FloatToInt64(float value, Rounding rounding) {
  const double x = RoundToInteger(value, rounding);
  if (std::isnan(x)) return 0;
  if (x >= 0x1p63) return std::numeric_limits<int64_t>::max();
  if (x < -0x1p63) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(x);
}

float Int64ToFloat(int64_t value, Rounding rounding) {
  const bool negative = value < 0;
  const uint64_t magnitude =
      negative ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  constexpr int kDigits = 24;
  const int drop = std::max(0, static_cast<int>(std::bit_width(magnitude)) - kDigits);
  const uint64_t kept = magnitude >> drop;
  const uint64_t lost = magnitude - (kept << drop);
  const uint64_t tie = (uint64_t{1} << drop) / 2;
  bool up = false;
  switch (rounding) {
    case Rounding::kFloor:
      up = negative && lost != 0;
      break;
    case Rounding::kCeil:
      up = !negative && lost != 0;
      break;
    case Rounding::kRound:
      up = lost != 0 && lost >= tie;
      break;
    case Rounding::kTrunc:
      break;
    default:
      up = lost != 0 && (lost > tie || (lost == tie && (kept & 1) != 0));
      break;
  }
  const float result = std::ldexp(static_cast<float>(kept + (up ? 1 : 0)), drop);
  return negative ? -result : result;
}

}  // namespace

bool CastIntegers(Element dst_type, Element src_type, Rounding rounding, void* dst, const void* src,
                  size_t count) {
  const auto is = [&](Element to, Element from) { return dst_type == to && src_type == from; };
  if (is(Element::kInt4, Element::kHalf)) {
    HalfToInt4(dst, src, rounding, count);
    return true;
  }
  if (is(Element::kHalf, Element::kInt4)) {
    Int4ToHalf(dst, src, count);
    return true;
  }
  if (is(Element::kInt16, Element::kInt32))
    return Each<int16_t, int32_t>(dst, src, count, Saturated<int16_t, int32_t>);
  if (is(Element::kInt64, Element::kInt32))
    return Each<int64_t, int32_t>(dst, src, count, [](int32_t x) { return int64_t{x}; });
  if (is(Element::kInt32, Element::kInt64))
    return Each<int32_t, int64_t>(dst, src, count, Saturated<int32_t, int64_t>);
  if (is(Element::kInt64, Element::kFloat))
    return Each<int64_t, float>(dst, src, count,
                                [rounding](float x) { return FloatToInt64(x, rounding); });
  if (is(Element::kFloat, Element::kInt64))
    return Each<float, int64_t>(dst, src, count,
                                [rounding](int64_t x) { return Int64ToFloat(x, rounding); });
  return false;
}

void CastScaled(void* dst, const void* src, float scale, size_t count, bool saturate) {
  const double factor = scale;
  Each<Half, int32_t>(dst, src, count, [factor, saturate](int32_t x) {
    const double product = x * factor;  // exact
    if (!saturate) return Half(product);
    return std::isnan(product) ? Half(0.0) : Half(std::clamp(product, -65504.0, 65504.0));
  });
}

}  // namespace openaclnn::aicore::vector
