// The element types of Ascend C that C++ lacks. Kernels know them as half, bfloat16_t and int4b_t.
//
// The two 16-bit floating-point types convert from every arithmetic type, with one rounding to
// nearest even, and to float, exactly. Arithmetic between two of a kind, or one and an integer, has
// that type and rounds once; with a float or double it is done in that.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_HALF_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_HALF_H_

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace openaclnn::aicore {

namespace internal {

// `value` rounded to nearest even to a binary format of `kMantissa` explicit mantissa bits and
// `kExponent` exponent bits, as its bits. Every NaN becomes the same one.
template <int kMantissa, int kExponent>
constexpr uint16_t NarrowToBits(double value) {
  constexpr int kDrop = 52 - kMantissa;
  constexpr int64_t kBias = (int64_t{1} << (kExponent - 1)) - 1;
  constexpr uint16_t kInfinity = static_cast<uint16_t>(((1 << kExponent) - 1) << kMantissa);
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const uint16_t sign = static_cast<uint16_t>(bits >> 63 << 15);
  const uint64_t magnitude = bits & ~(uint64_t{1} << 63);
  if (magnitude > (uint64_t{0x7FF} << 52)) return kInfinity | (1 << (kMantissa - 1));
  const int64_t exponent =
      static_cast<int64_t>(magnitude >> 52) - 1023 + kBias;  // biased, of the result
  if (exponent > 2 * kBias) return sign | kInfinity;
  const uint64_t significand = (magnitude & ((uint64_t{1} << 52) - 1)) | (uint64_t{1} << 52);
  int64_t drop = kDrop;
  uint64_t result = 0;
  if (exponent >= 1) {
    result = static_cast<uint64_t>(exponent - 1)
             << kMantissa;  // the implicit bit adds the missing 1
  } else {
    drop += 1 - exponent;
    if (drop > 54) return sign;
  }
  const uint64_t kept = significand >> drop;
  const uint64_t lost = significand & ((uint64_t{1} << drop) - 1);
  const uint64_t tie = uint64_t{1} << (drop - 1);
  result += kept + (lost > tie || (lost == tie && (kept & 1) != 0) ? 1 : 0);
  return static_cast<uint16_t>(sign | result);
}

// A floating-point number of 16 bits.
template <int kMantissa, int kExponent>
class Float16Bits {
 public:
  Float16Bits() = default;
  template <typename T>
    requires std::is_arithmetic_v<T>
  constexpr Float16Bits(T value)
      : bits_(FromArithmetic(value)) {
  }  // NOLINT(google-explicit-constructor): as the device's type
  // From the other format.
  template <int kOtherMantissa, int kOtherExponent>
    requires(kOtherMantissa != kMantissa)
  explicit constexpr Float16Bits(Float16Bits<kOtherMantissa, kOtherExponent> other)
      : Float16Bits(static_cast<float>(other)) {}

  static constexpr Float16Bits FromBits(uint16_t bits) {
    Float16Bits result;
    result.bits_ = bits;
    return result;
  }
  constexpr uint16_t bits() const { return bits_; }

  constexpr operator float() const {  // NOLINT(google-explicit-constructor)
    const uint32_t sign = static_cast<uint32_t>(bits_ & 0x8000) << 16;
    const uint32_t magnitude = bits_ & 0x7FFFu;
    const uint32_t moved = magnitude << (23 - kMantissa);
    if (magnitude >= kInfinityBits) return std::bit_cast<float>(sign | moved | 0x7F800000u);
    if constexpr (kExponent == 8) return std::bit_cast<float>(sign | moved);
    // Read as a float, the number is 2^112 times too small.
    const float value = std::bit_cast<float>(moved) * 0x1p112f;
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(value));
  }

  friend constexpr Float16Bits operator+(Float16Bits a, Float16Bits b) {
    return a.Wide() + b.Wide();
  }
  friend constexpr Float16Bits operator-(Float16Bits a, Float16Bits b) {
    return a.Wide() - b.Wide();
  }
  friend constexpr Float16Bits operator*(Float16Bits a, Float16Bits b) {
    return a.Wide() * b.Wide();
  }
  friend constexpr Float16Bits operator/(Float16Bits a, Float16Bits b) {
    return a.Wide() / b.Wide();
  }
  constexpr Float16Bits operator-() const { return FromBits(bits_ ^ 0x8000); }
  constexpr Float16Bits operator+() const { return *this; }
  constexpr Float16Bits& operator+=(Float16Bits b) { return *this = *this + b; }
  constexpr Float16Bits& operator-=(Float16Bits b) { return *this = *this - b; }
  constexpr Float16Bits& operator*=(Float16Bits b) { return *this = *this * b; }
  constexpr Float16Bits& operator/=(Float16Bits b) { return *this = *this / b; }

  friend constexpr bool operator==(Float16Bits a, Float16Bits b) { return a.Wide() == b.Wide(); }
  friend constexpr auto operator<=>(Float16Bits a, Float16Bits b) { return a.Wide() <=> b.Wide(); }

  // With a float or double the wider type computes, with an integer this one.
  template <typename T>
  using Common = std::conditional_t<std::is_floating_point_v<T>, T, Float16Bits>;
#define OPENACLNN_MIXED_OPERATOR(op)                               \
  template <typename T>                                            \
    requires std::is_arithmetic_v<T>                               \
  friend constexpr auto operator op(Float16Bits a, T b) {          \
    return static_cast<Common<T>>(a) op static_cast<Common<T>>(b); \
  }                                                                \
  template <typename T>                                            \
    requires std::is_arithmetic_v<T>                               \
  friend constexpr auto operator op(T a, Float16Bits b) {          \
    return static_cast<Common<T>>(a) op static_cast<Common<T>>(b); \
  }
  OPENACLNN_MIXED_OPERATOR(+)
  OPENACLNN_MIXED_OPERATOR(-)
  OPENACLNN_MIXED_OPERATOR(*)
  OPENACLNN_MIXED_OPERATOR(/)
  OPENACLNN_MIXED_OPERATOR(==)
  OPENACLNN_MIXED_OPERATOR(!=)
  OPENACLNN_MIXED_OPERATOR(<)
  OPENACLNN_MIXED_OPERATOR(>)
  OPENACLNN_MIXED_OPERATOR(<=)
  OPENACLNN_MIXED_OPERATOR(>=)
#undef OPENACLNN_MIXED_OPERATOR

 private:
  static constexpr uint32_t kInfinityBits = ((1u << kExponent) - 1) << kMantissa;

  // Sums, products and quotients of two such numbers, rounded to double and then to 16 bits, are
  // rounded as if once: double has more than twice their digits and two more, and a wider range.
  constexpr double Wide() const { return static_cast<float>(*this); }

  template <typename T>
  static constexpr uint16_t FromArithmetic(T value) {
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
      // A double may not hold it. What matters of the lowest bits is whether there are any: rounded
      // to odd, the double keeps that.
      const bool negative = value < 0;
      uint64_t magnitude =
          negative ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
      if (magnitude >> 53 != 0)
        magnitude = (magnitude & ~uint64_t{0x7FF}) |
                    (static_cast<uint64_t>((magnitude & 0x7FF) != 0) << 11);
      const double wide = static_cast<double>(magnitude);
      return NarrowToBits<kMantissa, kExponent>(negative ? -wide : wide);
    } else {
      return NarrowToBits<kMantissa, kExponent>(static_cast<double>(value));
    }
  }

  uint16_t bits_;
};

}  // namespace internal

using Half = internal::Float16Bits<10, 5>;
using BFloat16 = internal::Float16Bits<7, 8>;

static_assert(sizeof(Half) == 2 && std::is_trivially_copyable_v<Half> &&
              std::is_trivially_default_constructible_v<Half>);
static_assert(sizeof(BFloat16) == 2 && std::is_trivially_copyable_v<BFloat16>);

// An integer of 4 bits, -8 to 7. In tensors two lie in a byte, the first in the low bits; so only
// tensors know where one is, and nothing points to one.
class Int4 {
 public:
  Int4() = default;
  constexpr explicit Int4(int value) : bits_(static_cast<uint8_t>(value & 15)) {}
  constexpr operator int() const {  // NOLINT(google-explicit-constructor): as of integers
    return (bits_ ^ 8) - 8;
  }

 private:
  uint8_t bits_;
};
static_assert(sizeof(Int4) == 1 && std::is_trivially_copyable_v<Int4>);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_HALF_H_
