// What the vector unit computes, on every SIMD target of this machine and the scalar one, against
// plain scalar code.
#include "runtime/aicore/vector/vector.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace openaclnn::aicore::vector {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class VectorTest : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

INSTANTIATE_TEST_SUITE_P(Targets, VectorTest,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& test) { return std::string(hwy::TargetName(test.param)); });

template <typename T>
struct Limits {
  static constexpr double kMax = std::numeric_limits<T>::max();
};
template <>
struct Limits<Half> {
  static constexpr double kMax = 65504;
};
template <>
struct Limits<BFloat16> {
  static constexpr double kMax = 0x1.fep127;
};

template <typename T>
auto BitsOf(T value) {
  if constexpr (sizeof(T) == 1) return std::bit_cast<uint8_t>(value);
  if constexpr (sizeof(T) == 2) return std::bit_cast<uint16_t>(value);
  if constexpr (sizeof(T) == 4) return std::bit_cast<uint32_t>(value);
}

template <typename T>
double Wide(T value) {
  return static_cast<double>(
      static_cast<std::conditional_t<std::is_integral_v<T>, double, float>>(value));
}

// A result that was computed in double (and rounded there at most without harm), rounded to T as
// the overflow mode says.
template <typename T>
T Rounded(double value, bool saturate) {
  if constexpr (std::is_same_v<T, float>) {
    return std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value);
  } else {
    if (saturate && std::isnan(value)) return T(0);
    if (saturate) value = std::clamp(value, -Limits<T>::kMax, Limits<T>::kMax);
    return T(value);
  }
}

template <typename T>
T FromRandom(uint32_t bits) {
  if constexpr (sizeof(T) == 1) return std::bit_cast<T>(static_cast<uint8_t>(bits));
  if constexpr (sizeof(T) == 2) return std::bit_cast<T>(static_cast<uint16_t>(bits));
  if constexpr (sizeof(T) == 4) return std::bit_cast<T>(bits);
}

// Every pair of these, and `random` pairs of any bits.
template <typename T>
void FillPairs(size_t random_pairs, std::vector<T>& a, std::vector<T>& b) {
  std::vector<T> edges;
  if constexpr (std::is_integral_v<T>) {
    edges = {0,
             1,
             -1,
             2,
             7,
             std::numeric_limits<T>::max(),
             std::numeric_limits<T>::min(),
             std::numeric_limits<T>::max() / 2};
  } else {
    for (double value :
         {0.0, 1.0, 1.5, 3.0, 0.1, 2048.0, Limits<T>::kMax, Limits<T>::kMax / 2, kInf}) {
      edges.push_back(static_cast<T>(value));
      edges.push_back(static_cast<T>(-value));
    }
    edges.push_back(static_cast<T>(kNan));
    for (uint32_t bits : {1u, 2u, 3u, 5u}) edges.push_back(FromRandom<T>(bits));  // subnormal
    const auto first_normal =
        BitsOf(T(static_cast<float>(std::is_same_v<T, Half> ? 0x1p-14 : 0x1p-126)));
    for (int offset : {-2, -1, 0, 1})
      edges.push_back(FromRandom<T>(static_cast<uint32_t>(first_normal + offset)));
  }
  for (const T& x : edges) {
    for (const T& y : edges) {
      a.push_back(x);
      b.push_back(y);
    }
  }
  std::mt19937 random(11);
  for (size_t i = 0; i < random_pairs; ++i) {
    a.push_back(FromRandom<T>(random()));
    // Half of them near in size, so that sums and comparisons have something to do.
    b.push_back(i % 2 == 0 ? FromRandom<T>(random())
                           : FromRandom<T>(BitsOf(a.back()) ^ (random() & 0x3FFF)));
  }
}

template <typename T>
T WantedBinary(BinaryOp op, T a, T b, bool saturate) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    const uint32_t x = static_cast<U>(a);
    const uint32_t y = static_cast<U>(b);
    switch (op) {
      case BinaryOp::kAdd:
        return static_cast<T>(static_cast<U>(x + y));
      case BinaryOp::kSub:
        return static_cast<T>(static_cast<U>(x - y));
      case BinaryOp::kMul:
        return static_cast<T>(static_cast<U>(x * y));
      case BinaryOp::kMax:
        return std::max(a, b);
      case BinaryOp::kMin:
        return std::min(a, b);
      case BinaryOp::kAnd:
        return static_cast<T>(x & y);
      default:
        return static_cast<T>(x | y);
    }
  } else {
    const double x = Wide(a);
    const double y = Wide(b);
    const bool nan = std::isnan(x) || std::isnan(y);
    switch (op) {
      case BinaryOp::kAdd:
        return Rounded<T>(x + y, saturate);
      case BinaryOp::kSub:
        return Rounded<T>(x - y, saturate);
      case BinaryOp::kMul:
        return Rounded<T>(x * y, saturate);
      case BinaryOp::kDiv:
        return Rounded<T>(x / y, saturate);
      case BinaryOp::kMax:
        return Rounded<T>(nan ? kNan : x > y || (x == y && !std::signbit(x)) ? x : y, saturate);
      default:
        return Rounded<T>(nan ? kNan : x < y || (x == y && std::signbit(x)) ? x : y, saturate);
    }
  }
}

template <typename T>
void CheckBinary(BinaryOp op) {
  SCOPED_TRACE(testing::Message() << ElementName(ElementOf<T>()) << " op " << static_cast<int>(op));
  std::vector<T> a, b;
  FillPairs(20001, a, b);
  for (bool saturate : {false, true}) {
    std::vector<T> got(a.size());
    ASSERT_TRUE(Binary(op, ElementOf<T>(), got.data(), a.data(), b.data(), a.size(), saturate));
    for (size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(BitsOf(got[i]), BitsOf(WantedBinary<T>(op, a[i], b[i], saturate)))
          << Wide(a[i]) << ", " << Wide(b[i]) << ": got " << Wide(got[i])
          << (saturate ? " saturating" : "");
    }
    // A scalar operand, in place.
    for (size_t at = 0; at < 19; ++at) {
      std::vector<T> in_place(a.begin(), a.begin() + 77);
      ASSERT_TRUE(BinaryScalar(op, ElementOf<T>(), in_place.data(), in_place.data(), &b[at],
                               in_place.size(), saturate));
      for (size_t i = 0; i < in_place.size(); ++i) {
        ASSERT_EQ(BitsOf(in_place[i]), BitsOf(WantedBinary<T>(op, a[i], b[at], saturate)))
            << Wide(a[i]) << ", " << Wide(b[at]);
      }
    }
  }
}

TEST_P(VectorTest, BinaryArithmetic) {
  for (BinaryOp op : {BinaryOp::kAdd, BinaryOp::kSub, BinaryOp::kMul, BinaryOp::kDiv,
                      BinaryOp::kMax, BinaryOp::kMin}) {
    CheckBinary<Half>(op);
    CheckBinary<BFloat16>(op);
    CheckBinary<float>(op);
    if (op == BinaryOp::kDiv) continue;
    CheckBinary<int16_t>(op);
    CheckBinary<int32_t>(op);
  }
  for (BinaryOp op : {BinaryOp::kAnd, BinaryOp::kOr}) CheckBinary<int16_t>(op);
}

TEST_P(VectorTest, UnknownCombinationsDoNothing) {
  float value = 3;
  EXPECT_FALSE(Binary(BinaryOp::kAnd, Element::kFloat, &value, &value, &value, 1, false));
  EXPECT_FALSE(Binary(BinaryOp::kDiv, Element::kInt32, &value, &value, &value, 1, false));
  EXPECT_FALSE(Binary(BinaryOp::kAdd, Element::kUint16, &value, &value, &value, 1, false));
  EXPECT_FALSE(Unary(UnaryOp::kExp, Element::kInt32, &value, &value, 1, false));
  EXPECT_FALSE(Unary(UnaryOp::kSqrt, Element::kInt16, &value, &value, 1, false));
  EXPECT_FALSE(Unary(UnaryOp::kNot, Element::kInt32, &value, &value, 1, false));
  EXPECT_FALSE(Cast(Element::kInt8, Element::kFloat, Rounding::kRint, &value, &value, 1, false));
  EXPECT_FALSE(Axpy(Element::kHalf, Element::kFloat, &value, &value, &value, 1, false));
  EXPECT_FALSE(ShiftLeft(Element::kHalf, &value, &value, 1, 1));
  EXPECT_EQ(value, 3);
}

// All inputs of 16 bits. The square root and the reciprocal in double are rounded without harm; 1 /
// sqrt(x) is further than 2^-36 from a tie (x m^2 with 11 and 12 significant bits is not 1, so it
// differs from it by 2^-35), which two roundings in double do not bridge.
template <typename T>
void CheckSimpleUnary16() {
  std::vector<T> x;
  for (uint32_t bits = 0; bits < 0x10000; ++bits)
    x.push_back(T::FromBits(static_cast<uint16_t>(bits)));
  for (UnaryOp op :
       {UnaryOp::kAbs, UnaryOp::kRelu, UnaryOp::kSqrt, UnaryOp::kReciprocal, UnaryOp::kRsqrt}) {
    for (bool saturate : {false, true}) {
      std::vector<T> got(x.size());
      ASSERT_TRUE(Unary(op, ElementOf<T>(), got.data(), x.data(), x.size(), saturate));
      for (size_t i = 0; i < x.size(); ++i) {
        const double value = Wide(x[i]);
        const double exact = op == UnaryOp::kAbs          ? std::abs(value)
                             : op == UnaryOp::kRelu       ? (value <= 0 ? 0 : value)
                             : op == UnaryOp::kSqrt       ? std::sqrt(value)
                             : op == UnaryOp::kReciprocal ? 1 / value
                                                          : 1 / std::sqrt(value);
        ASSERT_EQ(BitsOf(got[i]), BitsOf(Rounded<T>(exact, saturate)))
            << "op " << static_cast<int>(op) << " of " << value;
      }
    }
  }
}

TEST_P(VectorTest, SimpleUnaryOfEveryHalf) { CheckSimpleUnary16<Half>(); }
TEST_P(VectorTest, SimpleUnaryOfEveryBFloat16) { CheckSimpleUnary16<BFloat16>(); }

TEST_P(VectorTest, SimpleUnaryOfFloat) {
  std::vector<float> x, unused;
  FillPairs(50000, x, unused);
  std::vector<float> got(x.size());
  for (UnaryOp op : {UnaryOp::kAbs, UnaryOp::kRelu, UnaryOp::kSqrt, UnaryOp::kReciprocal}) {
    ASSERT_TRUE(Unary(op, Element::kFloat, got.data(), x.data(), x.size(), false));
    for (size_t i = 0; i < x.size(); ++i) {
      const float want = op == UnaryOp::kAbs    ? std::abs(x[i])
                         : op == UnaryOp::kRelu ? (x[i] <= 0 ? 0 : x[i])
                         : op == UnaryOp::kSqrt ? std::sqrt(x[i])
                                                : 1 / x[i];
      ASSERT_EQ(BitsOf(got[i]), BitsOf(Rounded<float>(want, false))) << x[i];
    }
  }
}

TEST_P(VectorTest, IntegerUnaryAndShifts) {
  std::vector<int32_t> x, unused;
  FillPairs(1000, x, unused);
  std::vector<int32_t> got(x.size());
  ASSERT_TRUE(Unary(UnaryOp::kRelu, Element::kInt32, got.data(), x.data(), x.size(), false));
  for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(got[i], std::max(x[i], 0));
  const size_t halves = x.size() * 2;
  std::vector<uint16_t> x16(halves), got16(halves);
  std::memcpy(x16.data(), x.data(), x.size() * 4);
  ASSERT_TRUE(Unary(UnaryOp::kNot, Element::kUint16, got16.data(), x16.data(), halves, false));
  for (size_t i = 0; i < halves; ++i) ASSERT_EQ(got16[i], static_cast<uint16_t>(~x16[i]));
  for (uint64_t bits : {0, 1, 5, 15, 16, 31, 32, 40}) {
    ASSERT_TRUE(ShiftLeft(Element::kInt32, got.data(), x.data(), bits, x.size()));
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(got[i], bits > 31 ? 0 : static_cast<int32_t>(static_cast<uint32_t>(x[i]) << bits));
    ASSERT_TRUE(ShiftRight(Element::kInt32, got.data(), x.data(), bits, x.size()));
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(got[i], x[i] >> std::min<uint64_t>(bits, 31)) << x[i] << " >> " << bits;
    ASSERT_TRUE(ShiftRight(Element::kUint32, got.data(), x.data(), bits, x.size()));
    for (size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(static_cast<uint32_t>(got[i]), bits > 31 ? 0 : static_cast<uint32_t>(x[i]) >> bits);
    }
    ASSERT_TRUE(ShiftRight(Element::kInt16, got16.data(), x16.data(), bits, halves));
    for (size_t i = 0; i < halves; ++i) {
      ASSERT_EQ(static_cast<int16_t>(got16[i]),
                static_cast<int16_t>(x16[i]) >> std::min<uint64_t>(bits, 15));
    }
    ASSERT_TRUE(ShiftLeft(Element::kUint16, got16.data(), x16.data(), bits, halves));
    for (size_t i = 0; i < halves; ++i)
      ASSERT_EQ(got16[i], bits > 15 ? 0 : static_cast<uint16_t>(x16[i] << bits));
  }
}

// The sum of two doubles, rounded to odd: rounding it to a half gives what rounding the exact sum
// would.
double AddToOdd(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  if (!std::isfinite(sum) || error == 0 || (std::bit_cast<uint64_t>(sum) & 1) != 0) return sum;
  return std::nextafter(sum, error > 0 ? kInf : -kInf);
}

TEST_P(VectorTest, AxpyRoundsOnce) {
  std::vector<float> x, y;
  FillPairs(5001, x, y);
  for (float scalar : {1.0f, -3.0f, 0.1f, 0x1.000002p-100f, 0x1p100f, 0.0f,
                       static_cast<float>(kInf), static_cast<float>(kNan)}) {
    std::vector<float> got = y;
    ASSERT_TRUE(
        Axpy(Element::kFloat, Element::kFloat, got.data(), x.data(), &scalar, x.size(), true));
    for (size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(BitsOf(got[i]), BitsOf(Rounded<float>(std::fma(scalar, x[i], y[i]), false)))
          << scalar << " * " << x[i] << " + " << y[i];
    }
  }
  std::vector<Half> x16, y16;
  FillPairs(20001, x16, y16);
  for (float factor :
       {1.0f, -3.0f, 0.1f, 1.001f, 6e-8f, 65504.0f, 0.0f, static_cast<float>(kInf)}) {
    const Half scalar = factor;
    for (bool saturate : {false, true}) {
      std::vector<Half> got = y16;
      ASSERT_TRUE(Axpy(Element::kHalf, Element::kHalf, got.data(), x16.data(), &scalar, x16.size(),
                       saturate));
      for (size_t i = 0; i < x16.size(); ++i) {
        const double want = AddToOdd(Wide(scalar) * Wide(x16[i]), Wide(y16[i]));
        ASSERT_EQ(BitsOf(got[i]), BitsOf(Rounded<Half>(want, saturate)))
            << Wide(scalar) << " * " << Wide(x16[i]) << " + " << Wide(y16[i]);
      }
    }
    std::vector<float> got(x16.size(), 0.1f);
    ASSERT_TRUE(
        Axpy(Element::kFloat, Element::kHalf, got.data(), x16.data(), &scalar, x16.size(), false));
    for (size_t i = 0; i < x16.size(); ++i) {
      const float want = static_cast<float>(scalar) * static_cast<float>(x16[i]) + 0.1f;
      ASSERT_EQ(BitsOf(got[i]), BitsOf(Rounded<float>(want, false)));
    }
  }
}

// --- Cast ---

constexpr Rounding kRoundings[] = {Rounding::kNone, Rounding::kRint,  Rounding::kFloor,
                                   Rounding::kCeil, Rounding::kRound, Rounding::kTrunc,
                                   Rounding::kOdd};

// Chooses between the neighbours low <= x <= high (in this order of value) of a number that is
// neither. `toward_high` is -1, 0 or 1 as x is nearer to low, half way, or nearer to high; even_low
// and odd_low say what the last digit of low is.
template <typename T>
T Choose(Rounding rounding, T low, T high, bool negative, int toward_high, bool odd_low) {
  switch (rounding) {
    case Rounding::kFloor:
      return low;
    case Rounding::kCeil:
      return high;
    case Rounding::kTrunc:
      return negative ? high : low;
    case Rounding::kOdd:
      return odd_low ? low : high;
    case Rounding::kRound:
      if (toward_high == 0) return negative ? low : high;
      break;
    default:
      if (toward_high == 0) return odd_low ? high : low;
      break;
  }
  return toward_high < 0 ? low : high;
}

// From float to a type of 16 bits: every number of that type, the midpoint to its neighbour, and
// the floats beside them.
template <typename T>
void CheckCastTo16() {
  std::vector<float> x;
  struct Interval {
    uint16_t low;  // the lower magnitude
    int position;  // -2: exact, else on which side of the midpoint
  };
  std::vector<Interval> want;
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = T::FromBits(static_cast<uint16_t>(bits));
    if (!std::isfinite(value)) continue;
    double next = Wide(T::FromBits(static_cast<uint16_t>(bits + 1)));
    if (!std::isfinite(next))
      next = 2 * static_cast<double>(value) - Wide(T::FromBits(static_cast<uint16_t>(bits - 1)));
    const float middle = static_cast<float>((value + next) / 2);
    const float away = static_cast<float>(value < 0 || std::signbit(value) ? -kInf : kInf);
    const auto add = [&](float number, int position) {
      x.push_back(number);
      want.push_back({static_cast<uint16_t>(bits), position});
    };
    add(value, -2);
    add(std::nextafter(value, away), -1);
    add(std::nextafter(middle, value), -1);
    add(middle, 0);
    add(std::nextafter(middle, away), 1);
    if (std::isfinite(next) && std::abs(next) <= Limits<float>::kMax)
      add(std::nextafter(static_cast<float>(next), value), 1);
  }
  for (Rounding rounding : kRoundings) {
    for (bool saturate : {false, true}) {
      std::vector<T> got(x.size());
      ASSERT_TRUE(Cast(ElementOf<T>(), Element::kFloat, rounding, got.data(), x.data(), x.size(),
                       saturate));
      for (size_t i = 0; i < x.size(); ++i) {
        const uint16_t bits = want[i].low;
        const bool negative = bits >> 15 != 0;
        const uint16_t beyond = static_cast<uint16_t>(bits + 1);
        uint16_t expected = bits;
        if (want[i].position != -2) {
          expected = negative
                         ? Choose(rounding, beyond, bits, true, -want[i].position, beyond % 2 != 0)
                         : Choose(rounding, bits, beyond, false, want[i].position, bits % 2 != 0);
        }
        if (saturate && std::isinf(static_cast<float>(T::FromBits(expected)))) expected -= 1;
        ASSERT_EQ(got[i].bits(), expected)
            << x[i] << " in mode " << static_cast<int>(rounding) << (saturate ? " saturating" : "");
      }
    }
  }
}

TEST_P(VectorTest, CastFloatToEveryHalf) { CheckCastTo16<Half>(); }
TEST_P(VectorTest, CastFloatToEveryBFloat16) { CheckCastTo16<BFloat16>(); }

TEST_P(VectorTest, CastOfWhatTheTypeDoesNotHold) {
  const std::vector<float> x = {
      1e6f,   -1e6f,  static_cast<float>(kInf), -static_cast<float>(kInf), static_cast<float>(kNan),
      1e-30f, -1e-30f};
  for (Rounding rounding : kRoundings) {
    const bool up = rounding == Rounding::kNone || rounding == Rounding::kRint ||
                    rounding == Rounding::kRound || rounding == Rounding::kCeil;
    const bool down = rounding == Rounding::kNone || rounding == Rounding::kRint ||
                      rounding == Rounding::kRound || rounding == Rounding::kFloor;
    const bool odd = rounding == Rounding::kOdd;
    std::vector<Half> got(x.size());
    ASSERT_TRUE(
        Cast(Element::kHalf, Element::kFloat, rounding, got.data(), x.data(), x.size(), false));
    const std::vector<uint16_t> want = {
        static_cast<uint16_t>(up ? 0x7C00 : 0x7BFF),
        static_cast<uint16_t>(down ? 0xFC00 : 0xFBFF),
        0x7C00,
        0xFC00,
        0x7E00,
        static_cast<uint16_t>(rounding == Rounding::kCeil || odd ? 1 : 0),
        static_cast<uint16_t>(rounding == Rounding::kFloor || odd ? 0x8001 : 0x8000)};
    for (size_t i = 0; i < x.size(); ++i)
      EXPECT_EQ(got[i].bits(), want[i]) << x[i] << " in mode " << static_cast<int>(rounding);
    ASSERT_TRUE(
        Cast(Element::kHalf, Element::kFloat, rounding, got.data(), x.data(), x.size(), true));
    EXPECT_EQ(got[0].bits(), 0x7BFF);
    EXPECT_EQ(got[1].bits(), 0xFBFF);
    EXPECT_EQ(got[2].bits(), 0x7BFF);
    EXPECT_EQ(got[3].bits(), 0xFBFF);
    EXPECT_EQ(got[4].bits(), 0);
  }
}

template <typename T>
void CheckWidening() {
  std::vector<T> x;
  for (uint32_t bits = 0; bits < 0x10000; ++bits)
    x.push_back(T::FromBits(static_cast<uint16_t>(bits)));
  for (bool saturate : {false, true}) {
    std::vector<float> got(x.size());
    ASSERT_TRUE(Cast(Element::kFloat, ElementOf<T>(), Rounding::kNone, got.data(), x.data(),
                     x.size(), saturate));
    for (size_t i = 0; i < x.size(); ++i) {
      float want = x[i];
      if (saturate && std::isinf(want))
        want = std::copysign(static_cast<float>(Limits<float>::kMax), want);
      if (std::isnan(want)) want = saturate ? 0 : std::numeric_limits<float>::quiet_NaN();
      ASSERT_EQ(BitsOf(got[i]), BitsOf(want)) << x[i].bits();
    }
  }
}

TEST_P(VectorTest, CastOfEvery16BitFloatToFloat) {
  CheckWidening<Half>();
  CheckWidening<BFloat16>();
}

// The integer of `value`, within the type.
template <typename T>
T WantedInteger(Rounding rounding, double value) {
  if (std::isnan(value)) return 0;
  const double low = std::floor(value);
  double result = low;
  if (low != value && std::isfinite(value)) {
    const double fraction = value - low;
    const int toward_high = fraction < 0.5 ? -1 : fraction > 0.5 ? 1 : 0;
    result = Choose(rounding, low, low + 1, value < 0, toward_high, std::fmod(low, 2) != 0);
  }
  return static_cast<T>(
      std::clamp<double>(result, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

template <typename From, typename To>
void CheckCastToInteger(const std::vector<From>& x) {
  for (Rounding rounding : kRoundings) {
    std::vector<To> got(x.size());
    ASSERT_TRUE(
        Cast(ElementOf<To>(), ElementOf<From>(), rounding, got.data(), x.data(), x.size(), false));
    for (size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(got[i], WantedInteger<To>(rounding, Wide(x[i])))
          << Wide(x[i]) << " in mode " << static_cast<int>(rounding);
    }
  }
}

TEST_P(VectorTest, CastToIntegers) {
  std::vector<Half> every;
  for (uint32_t bits = 0; bits < 0x10000; ++bits)
    every.push_back(Half::FromBits(static_cast<uint16_t>(bits)));
  CheckCastToInteger<Half, int8_t>(every);
  CheckCastToInteger<Half, uint8_t>(every);
  CheckCastToInteger<Half, int32_t>(every);
  std::vector<float> x, y;
  FillPairs(20000, x, y);
  for (double base : {0.0, 1.0, 2.0, 127.0, 8388607.0, 8388608.0, 16777215.0, 2147483520.0,
                      2147483648.0, 2147483904.0}) {
    for (double offset : {0.0, 0.25, 0.5, 0.75, 0.49999997, 0.99999994}) {
      x.push_back(static_cast<float>(base + offset));
      x.push_back(static_cast<float>(-base - offset));
    }
  }
  CheckCastToInteger<float, int32_t>(x);
}

TEST_P(VectorTest, CastFromIntegers) {
  std::vector<int32_t> x, unused;
  FillPairs(20000, x, unused);
  for (int32_t base : {1 << 24, 1 << 25, 1 << 30, std::numeric_limits<int32_t>::max() - 80}) {
    for (int32_t offset = -70; offset <= 70; ++offset) {
      x.push_back(base + offset);
      x.push_back(-base - offset);
    }
  }
  for (Rounding rounding : kRoundings) {
    std::vector<float> got(x.size());
    ASSERT_TRUE(
        Cast(Element::kFloat, Element::kInt32, rounding, got.data(), x.data(), x.size(), true));
    for (size_t i = 0; i < x.size(); ++i) {
      float want = static_cast<float>(x[i]);
      if (static_cast<double>(want) != x[i]) {
        const float low = static_cast<double>(want) < x[i]
                              ? want
                              : std::nextafter(want, -std::numeric_limits<float>::infinity());
        const float high = std::nextafter(low, std::numeric_limits<float>::infinity());
        const double middle = (static_cast<double>(low) + high) / 2;
        const int toward_high = x[i] < middle ? -1 : x[i] > middle ? 1 : 0;
        want = Choose(rounding, low, high, x[i] < 0, toward_high, (BitsOf(low) & 1) != 0);
      }
      ASSERT_EQ(got[i], want) << x[i] << " in mode " << static_cast<int>(rounding);
    }
  }
  std::vector<int8_t> i8;
  std::vector<uint8_t> u8;
  for (int i = 0; i < 256; ++i) {
    i8.push_back(static_cast<int8_t>(i));
    u8.push_back(static_cast<uint8_t>(i));
  }
  std::vector<Half> got(256);
  ASSERT_TRUE(
      Cast(Element::kHalf, Element::kInt8, Rounding::kNone, got.data(), i8.data(), 256, false));
  for (size_t i = 0; i < 256; ++i) ASSERT_EQ(got[i].bits(), Half(i8[i]).bits());
  ASSERT_TRUE(
      Cast(Element::kHalf, Element::kUint8, Rounding::kNone, got.data(), u8.data(), 256, false));
  for (size_t i = 0; i < 256; ++i) ASSERT_EQ(got[i].bits(), Half(u8[i]).bits());
}

// --- masks ---

template <typename T>
bool WantedComparison(Comparison comparison, T a, T b) {
  const double x = Wide(a);
  const double y = Wide(b);
  switch (comparison) {
    case Comparison::kLt:
      return x < y;
    case Comparison::kGt:
      return x > y;
    case Comparison::kEq:
      return x == y;
    case Comparison::kLe:
      return x <= y;
    case Comparison::kGe:
      return x >= y;
    case Comparison::kNe:
      return x != y;
  }
  return false;
}

constexpr uint8_t kGuard = 0xA5;

template <typename T>
void CheckCompare() {
  std::vector<T> a, b;
  FillPairs(2000, a, b);
  for (Comparison comparison : {Comparison::kLt, Comparison::kGt, Comparison::kEq, Comparison::kLe,
                                Comparison::kGe, Comparison::kNe}) {
    for (size_t count : {size_t{0}, size_t{1}, size_t{7}, size_t{8}, size_t{63}, size_t{64},
                         size_t{65}, size_t{200}, a.size()}) {
      const size_t bytes = (count + 7) / 8;
      std::vector<uint8_t> got(bytes + 8, kGuard);
      std::vector<uint8_t> got_scalar(bytes + 8, kGuard);
      ASSERT_TRUE(Compare(comparison, ElementOf<T>(), got.data(), a.data(), b.data(), count));
      ASSERT_TRUE(
          CompareScalar(comparison, ElementOf<T>(), got_scalar.data(), a.data(), &b[3], count));
      for (size_t i = 0; i < bytes * 8; ++i) {
        ASSERT_EQ(got[i / 8] >> i % 8 & 1, i < count && WantedComparison(comparison, a[i], b[i]))
            << count << " at " << i;
        ASSERT_EQ(got_scalar[i / 8] >> i % 8 & 1,
                  i < count && WantedComparison(comparison, a[i], b[3]))
            << count << " at " << i;
      }
      ASSERT_EQ(got[bytes], kGuard);
      ASSERT_EQ(got_scalar[bytes], kGuard);
    }
  }
}

TEST_P(VectorTest, CompareGivesBits) {
  CheckCompare<float>();
  CheckCompare<Half>();
  CheckCompare<BFloat16>();
  CheckCompare<int16_t>();
  CheckCompare<int32_t>();
}

template <typename T>
void CheckSelectAndGather() {
  std::vector<T> a, b;
  FillPairs(2000, a, b);
  std::mt19937 random(3);
  std::vector<uint8_t> mask((a.size() + 7) / 8);
  for (uint8_t& byte : mask) byte = static_cast<uint8_t>(random());
  const auto bit = [&](size_t i) { return (mask[i / 8] >> i % 8 & 1) != 0; };
  for (size_t count : {size_t{0}, size_t{1}, size_t{9}, size_t{63}, size_t{64}, size_t{65},
                       size_t{200}, a.size()}) {
    std::vector<T> got(count + 1, a[5]);
    ASSERT_TRUE(Select(ElementOf<T>(), got.data(), mask.data(), a.data(), b.data(), count));
    for (size_t i = 0; i < count; ++i)
      ASSERT_EQ(BitsOf(got[i]), BitsOf(bit(i) ? a[i] : b[i])) << count << " at " << i;
    ASSERT_EQ(BitsOf(got[count]), BitsOf(a[5]));
    ASSERT_TRUE(SelectScalar(ElementOf<T>(), got.data(), mask.data(), a.data(), &b[2], count));
    for (size_t i = 0; i < count; ++i)
      ASSERT_EQ(BitsOf(got[i]), BitsOf(bit(i) ? a[i] : b[2])) << count << " at " << i;
    std::vector<T> want;
    for (size_t i = 0; i < count; ++i) {
      if (bit(i)) want.push_back(a[i]);
    }
    got.assign(want.size() + 1, a[5]);
    ASSERT_EQ(Gather(ElementOf<T>(), got.data(), mask.data(), a.data(), count), want.size());
    for (size_t i = 0; i < want.size(); ++i)
      ASSERT_EQ(BitsOf(got[i]), BitsOf(want[i])) << count << " at " << i;
    ASSERT_EQ(BitsOf(got[want.size()]), BitsOf(a[5]));
  }
}

TEST_P(VectorTest, SelectAndGatherMoveBits) {
  CheckSelectAndGather<Half>();
  CheckSelectAndGather<float>();
  CheckSelectAndGather<int32_t>();
}

// Nothing beyond `count` elements is written, whatever the count, and nothing beyond it read
// (AddressSanitizer sees that).
TEST_P(VectorTest, TailsStayInside) {
  for (size_t count = 0; count <= 70; ++count) {
    std::vector<float> x(count, 2.0f);
    std::vector<Half> h(count, Half(2));
    std::vector<float> out(count + 1, -1.0f);
    std::vector<Half> out16(count + 1, Half(-1));
    ASSERT_TRUE(
        Binary(BinaryOp::kAdd, Element::kFloat, out.data(), x.data(), x.data(), count, false));
    ASSERT_TRUE(
        Binary(BinaryOp::kAdd, Element::kHalf, out16.data(), h.data(), h.data(), count, false));
    EXPECT_EQ(std::count(out.begin(), out.end(), 4.0f), static_cast<ptrdiff_t>(count));
    EXPECT_EQ(out[count], -1.0f);
    EXPECT_EQ(out16[count], -1);
    ASSERT_TRUE(Unary(UnaryOp::kSqrt, Element::kFloat, out.data(), out.data(), count, false));
    ASSERT_TRUE(Cast(Element::kHalf, Element::kFloat, Rounding::kRint, out16.data(), out.data(),
                     count, false));
    EXPECT_EQ(std::count(out16.begin(), out16.end(), Half(2)), static_cast<ptrdiff_t>(count));
    EXPECT_EQ(out[count], -1.0f);
    EXPECT_EQ(out16[count], -1);
    const float scalar = 7;
    Duplicate(Element::kFloat, out.data(), &scalar, count);
    EXPECT_EQ(std::count(out.begin(), out.end(), 7.0f), static_cast<ptrdiff_t>(count));
    EXPECT_EQ(out[count], -1.0f);
  }
}

}  // namespace
}  // namespace openaclnn::aicore::vector
