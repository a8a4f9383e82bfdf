// Every pair of element types on every SIMD target against definitions in long double and 128-bit
// integers: all 16-bit patterns, and of wider types random numbers and those next to where rounding
// and saturation begin.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"
#include "hwy/highway.h"
#include "runtime/cpu/convert.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn {
namespace {

using Wide = __int128;

constexpr aclDataType kTypes[] = {ACL_FLOAT,  ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                  ACL_INT16,  ACL_INT32,   ACL_INT64, ACL_UINT8,  ACL_UINT16,
                                  ACL_UINT32, ACL_UINT64,  ACL_BOOL};

// A value as it is: of floating-point types `real`, of others `integer`.
struct Value {
  bool is_real;
  long double real;
  Wide integer;
};

template <class T>
T Load(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

long double RealOf(uint64_t bits, int exponent_bits, int mantissa_bits) {
  const int exponent = static_cast<int>(bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const uint64_t mantissa = bits & ((uint64_t{1} << mantissa_bits) - 1);
  const int bias = (1 << (exponent_bits - 1)) - 1;
  long double magnitude;
  if (exponent == (1 << exponent_bits) - 1) {
    magnitude = mantissa != 0 ? std::numeric_limits<long double>::quiet_NaN()
                              : std::numeric_limits<long double>::infinity();
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<long double>(mantissa), 1 - bias - mantissa_bits);
  } else {
    magnitude = std::ldexp(static_cast<long double>(mantissa + (uint64_t{1} << mantissa_bits)),
                           exponent - bias - mantissa_bits);
  }
  return (bits >> (exponent_bits + mantissa_bits) & 1) != 0 ? -magnitude : magnitude;
}

Value ValueOf(aclDataType dtype, const char* bytes) {
  const auto real = [](long double value) { return Value{true, value, 0}; };
  const auto integer = [](Wide value) { return Value{false, 0, value}; };
  switch (dtype) {
    case ACL_FLOAT:
      return real(RealOf(Load<uint32_t>(bytes), 8, 23));
    case ACL_FLOAT16:
      return real(RealOf(Load<uint16_t>(bytes), 5, 10));
    case ACL_BF16:
      return real(RealOf(Load<uint16_t>(bytes), 8, 7));
    case ACL_DOUBLE:
      return real(RealOf(Load<uint64_t>(bytes), 11, 52));
    case ACL_INT8:
      return integer(Load<int8_t>(bytes));
    case ACL_INT16:
      return integer(Load<int16_t>(bytes));
    case ACL_INT32:
      return integer(Load<int32_t>(bytes));
    case ACL_INT64:
      return integer(Load<int64_t>(bytes));
    case ACL_UINT16:
      return integer(Load<uint16_t>(bytes));
    case ACL_UINT32:
      return integer(Load<uint32_t>(bytes));
    case ACL_UINT64:
      return integer(static_cast<Wide>(Load<uint64_t>(bytes)));
    default:  // uint8, bool
      return integer(Load<uint8_t>(bytes));
  }
}

// The bits of the nearest number of the type, or of the one away from zero (`ties_away`) of two as
// near.
uint64_t RealBits(long double value, int exponent_bits, int mantissa_bits, bool ties_away) {
  const uint64_t sign = std::signbit(value) ? uint64_t{1} << (exponent_bits + mantissa_bits) : 0;
  const uint64_t infinity = ((uint64_t{1} << exponent_bits) - 1) << mantissa_bits;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const long double magnitude = std::fabs(value);
  if (std::isinf(value)) return sign | infinity;
  if (value == 0) return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // magnitude in [2^(exponent - 1), 2^exponent)
  const int unit = std::max(exponent - 1, 1 - bias) - mantissa_bits;
  const long double units = std::ldexp(magnitude, -unit);  // exact
  const long double whole = std::floor(units), rest = units - whole;
  const bool up = rest > 0.5L || (rest == 0.5L && (ties_away || std::fmod(whole, 2.0L) != 0));
  const uint64_t rounded = static_cast<uint64_t>(whole) + (up ? 1 : 0);
  // Exponents follow mantissas, so that a carry goes where it belongs.
  const uint64_t bits =
      rounded + (static_cast<uint64_t>(unit + mantissa_bits + bias - 1) << mantissa_bits);
  return sign | std::min(bits, infinity);
}

Wide Saturated(long double value, int bits) {
  const long double beyond = std::ldexp(1.0L, bits - 1);
  if (std::isnan(value)) return 0;
  if (value >= beyond) return (Wide{1} << (bits - 1)) - 1;
  if (value < -beyond) return -(Wide{1} << (bits - 1));
  return static_cast<Wide>(std::trunc(value));
}

// The integer whose low bits are the result.
Wide IntegerOf(const Value& value, aclDataType to, Rounding rounding, bool is_float_source) {
  if (rounding == Rounding::kNearest) {
    const int bits = static_cast<int>(8 * DTypeBytes(to));
    const bool is_signed = to == ACL_INT8 || to == ACL_INT16 || to == ACL_INT32 || to == ACL_INT64;
    const Wide highest = (Wide{1} << (is_signed ? bits - 1 : bits)) - 1,
               lowest = is_signed ? -highest - 1 : 0;
    // Above 53 digits values go through float64.
    const long double real =
        is_float_source ? value.real : static_cast<long double>(static_cast<double>(value.integer));
    if (std::isnan(real)) return 0;
    if (real >= static_cast<long double>(highest)) return highest;
    if (real <= static_cast<long double>(lowest)) return lowest;
    return static_cast<Wide>(std::nearbyint(real));
  }
  if (!is_float_source) return value.integer;
  const bool by_int32 = to == ACL_INT8 || to == ACL_INT16 || to == ACL_UINT16 || to == ACL_INT32;
  if (to == ACL_UINT64 && value.real >= 0x1p63L) {
    return value.real >= 0x1p64L ? (Wide{1} << 64) - 1 : static_cast<Wide>(value.real);
  }
  return Saturated(value.real, by_int32 ? 32 : 64);
}

// Whether `got` is what `from` becomes.
bool IsRight(aclDataType from_type, const char* from, aclDataType to_type, const char* got,
             Rounding rounding) {
  const Value value = ValueOf(from_type, from);
  const size_t bytes = DTypeBytes(to_type);
  uint64_t bits = 0;
  std::memcpy(&bits, got, bytes);
  if (from_type == to_type) return std::memcmp(from, got, bytes) == 0;
  if (to_type == ACL_BOOL) return bits == (value.is_real ? value.real != 0 : value.integer != 0);
  if (!IsFloat(to_type)) {
    const Wide integer = IntegerOf(value, to_type, rounding, value.is_real);
    return std::memcmp(&integer, got, bytes) == 0;  // little-endian
  }
  const int exponent_bits = to_type == ACL_DOUBLE ? 11 : to_type == ACL_FLOAT16 ? 5 : 8;
  const int mantissa_bits = static_cast<int>(8 * bytes) - 1 - exponent_bits;
  const long double real = value.is_real ? value.real : static_cast<long double>(value.integer);
  if (std::isnan(real)) return std::isnan(RealOf(bits, exponent_bits, mantissa_bits));
  const bool ties_away =
      rounding == Rounding::kTiesAway && to_type == ACL_BF16 && from_type == ACL_FLOAT;
  return bits == RealBits(real, exponent_bits, mantissa_bits, ties_away);
}

// Elements of a type, as bytes: all there are of 8 and 16 bits.
std::vector<char> MakeElements(aclDataType dtype) {
  const size_t bytes = DTypeBytes(dtype);
  std::vector<char> elements;
  const auto add = [&](const auto& value) {
    const char* begin = reinterpret_cast<const char*>(&value);
    elements.insert(elements.end(), begin, begin + bytes);
  };
  if (dtype == ACL_BOOL) {
    for (int i = 0; i < 600; ++i) add(static_cast<uint8_t>(i % 3 % 2));
    return elements;
  }
  if (bytes <= 2) {
    for (uint32_t i = 0; i < 1u << (8 * bytes); ++i) add(i);
    return elements;
  }
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) add(random());
  // Next to numbers of few digits and halfway between them, in all magnitudes.
  for (int exponent = -160; exponent < 160; ++exponent) {
    for (int i = 0; i < 40; ++i) {
      const int digits = static_cast<int>(random() % 26) + 1;
      const double head =
          std::ldexp(static_cast<double>(random() >> (64 - digits) | 1), exponent - digits);
      for (const double near : {head, std::nextafter(head, 1e300), std::nextafter(head, -1e300)}) {
        for (const double value : {near, -near}) {
          if (dtype == ACL_DOUBLE) add(value);
          if (dtype == ACL_FLOAT) add(static_cast<float>(value));
          if (!IsFloat(dtype) && std::fabs(value) < 0x1p62) add(static_cast<int64_t>(value));
        }
      }
    }
  }
  if (!IsFloat(dtype)) {
    for (int shift = 0; shift < 64; ++shift) {
      for (int64_t offset = -3; offset <= 3; ++offset) {
        for (int other = 0; other <= shift; ++other) {
          const uint64_t value =
              (uint64_t{1} << shift) + (uint64_t{1} << other) + static_cast<uint64_t>(offset);
          add(value);
          add(~value);
        }
      }
    }
  } else {
    for (int exponent = 0; exponent < 70; ++exponent) {
      for (const double step : {-1.5, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5}) {
        for (const double sign : {1.0, -1.0}) {
          const double value = sign * (std::ldexp(1.0, exponent) + step);
          if (dtype == ACL_DOUBLE) add(value);
          if (dtype == ACL_FLOAT) add(static_cast<float>(value));
        }
      }
    }
    for (const double value :
         {0.0, -0.0, 1e39, -1e39, 1e300, 5e-324, std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
      if (dtype == ACL_DOUBLE) add(value);
      if (dtype == ACL_FLOAT) add(static_cast<float>(value));
    }
  }
  return elements;
}

const std::vector<char>& ElementsOf(aclDataType dtype) {
  static std::map<aclDataType, std::vector<char>> all;
  std::vector<char>& elements = all[dtype];
  if (elements.empty()) elements = MakeElements(dtype);
  return elements;
}

class ConvertAll : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override {
    hwy::SetSupportedTargetsForTest(GetParam());
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
  void TearDown() override {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
  }
};

INSTANTIATE_TEST_SUITE_P(Targets, ConvertAll,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const testing::TestParamInfo<int64_t>& target) {
                           return hwy::TargetName(target.param);
                         });

// The bits of the first target that was tested, by pair and rounding: also of NaN they are the same
// on all.
std::vector<char>& FirstBits(aclDataType from, aclDataType to, Rounding rounding) {
  static std::map<std::tuple<int, int, int>, std::vector<char>> bits;
  return bits[{from, to, static_cast<int>(rounding)}];
}

TEST_P(ConvertAll, EveryPair) {
  for (const aclDataType from : kTypes) {
    ASSERT_TRUE(IsConvertible(from));
    const std::vector<char>& elements = ElementsOf(from);
    const size_t size = DTypeBytes(from), count = elements.size() / size;
    for (const aclDataType to : kTypes) {
      for (const Rounding rounding :
           {Rounding::kConvert, Rounding::kNearest, Rounding::kTiesAway}) {
        const bool away = rounding == Rounding::kTiesAway;
        if (away && (from != ACL_FLOAT || to != ACL_BF16)) continue;
        const size_t result = DTypeBytes(to);
        std::vector<char> got(count * result + 1, 'x');
        Convert(from, elements.data(), count, to, got.data(), rounding);
        ASSERT_EQ(got.back(), 'x');
        std::vector<char>& first = FirstBits(from, to, rounding);
        // Equal bits were found to be right on the first target.
        if (!away && first == got) continue;
        if (first.empty()) first = got;
        for (size_t i = 0; i < count; ++i) {
          const char* element = elements.data() + i * size;
          // A NaN whose upper half says infinity is not for this rounding, nor is one that would
          // wrap.
          if (away && std::isnan(ValueOf(from, element).real)) continue;
          ASSERT_TRUE(IsRight(from, element, to, got.data() + i * result, rounding))
              << DTypeName(from) << " to " << DTypeName(to) << ", rounding "
              << static_cast<int>(rounding) << ", element " << i << ", value "
              << static_cast<double>(ValueOf(from, element).is_real
                                         ? ValueOf(from, element).real
                                         : static_cast<long double>(ValueOf(from, element).integer))
              << ", bits " << std::hex
              << (result == 8 ? Load<uint64_t>(got.data() + i * result)
                              : Load<uint8_t>(got.data() + i * result));
          ASSERT_EQ(std::memcmp(first.data() + i * result, got.data() + i * result, result), 0)
              << DTypeName(from) << " to " << DTypeName(to)
              << ": other bits than on another target, element " << i;
        }
      }
    }
  }
}

// Layouts and borders of chunks change no bits and touch nothing else; by way of a third type as
// well.
TEST_P(ConvertAll, EveryLayout) {
  std::mt19937 random(5);
  const auto draw = [&](int low, int high) {
    return static_cast<int64_t>(low + static_cast<int>(random() % (high - low + 1)));
  };
  for (int round = 0; round < 300; ++round) {
    const aclDataType from = kTypes[random() % std::size(kTypes)],
                      to = kTypes[random() % std::size(kTypes)],
                      via = round < 150 ? from : kTypes[random() % std::size(kTypes)];
    const auto convert = round < 150 ? &ConvertElements : &ConvertElementsVia;
    const int64_t from_bytes = static_cast<int64_t>(DTypeBytes(from)),
                  to_bytes = static_cast<int64_t>(DTypeBytes(to));
    const std::vector<char>& elements = ElementsOf(from);
    const int64_t stored = static_cast<int64_t>(elements.size()) / from_bytes;
    ElementwiseTask task;
    task.shape = {draw(1, 5), draw(1, 300), draw(1, round % 3 == 0 ? 400 : 4)};
    task.count = task.shape[0] * task.shape[1] * task.shape[2];
    Dims in(3), out(3);
    int64_t in_step = draw(1, 3), out_step = draw(1, 2);
    const bool flat = draw(0, 3) == 0;
    if (flat) in_step = out_step = 1;
    for (size_t i = 3; i-- > 0;) {
      in[i] = !flat && draw(0, 5) == 0 ? 0 : in_step;
      out[i] = out_step;
      in_step *= task.shape[i] + (flat ? 0 : draw(0, 1));
      out_step *= task.shape[i] + (flat ? 0 : draw(0, 1));
    }
    std::vector<char> source(static_cast<size_t>(in_step * from_bytes));
    for (int64_t i = 0; i < in_step; ++i) {
      std::memcpy(source.data() + i * from_bytes,
                  elements.data() + static_cast<int64_t>(random() % stored) * from_bytes,
                  from_bytes);
    }
    std::vector<char> target(static_cast<size_t>(out_step * to_bytes), 'x'), expected = target;
    task.inputs.push_back({source.data(), from, in});
    task.outputs.push_back({target.data(), to, out});
    for (int64_t i = 0; i < task.count; ++i) {
      int64_t rest = i, read = 0, write = 0;
      for (size_t k = 3; k-- > 0; rest /= task.shape[k]) {
        read += rest % task.shape[k] * in[k];
        write += rest % task.shape[k] * out[k];
      }
      char between[8];
      Convert(from, source.data() + read * from_bytes, 1, via, between);
      Convert(via, between, 1, to, expected.data() + write * to_bytes);
    }
    if (draw(0, 1) == 0) Simplify(task);
    const int64_t middle = draw(0, static_cast<int>(task.count));
    task.compute = via;
    convert(task, middle, task.count);
    convert(task, 0, middle);
    ASSERT_EQ(target, expected) << round << ": " << DTypeName(from) << " by way of "
                                << DTypeName(via) << " to " << DTypeName(to);
  }
}

}  // namespace
}  // namespace openaclnn
