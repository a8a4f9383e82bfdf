#include "testing/ulp.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "absl/base/no_destructor.h"
#include "absl/strings/str_format.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct FloatFormat {
  int precision;     // bits of the significand, the hidden one included
  int min_exponent;  // of the least normal number
  int max_exponent;  // of the greatest numbers
  int width;         // bits of a number
};

constexpr FloatFormat Format(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {11, -14, 15, 16};
    case ACL_BF16:
      return {8, -126, 127, 16};
    case ACL_FLOAT:
      return {24, -126, 127, 32};
    default:
      return {53, -1022, 1023, 64};
  }
}

struct IntegerRange {
  double low;
  double high;
  int width = 0;  // bits of a number; 0: as DTypeBytes has it, which takes longer
};

constexpr IntegerRange Range(aclDataType dtype) {
  switch (dtype) {
    case ACL_BOOL:
      return {0, 1, 8};
    case ACL_INT8:
      return {-0x1p7, 0x1p7 - 1, 8};
    case ACL_UINT8:
      return {0, 0x1p8 - 1, 8};
    case ACL_INT16:
      return {-0x1p15, 0x1p15 - 1, 16};
    case ACL_UINT16:
      return {0, 0x1p16 - 1, 16};
    case ACL_INT32:
      return {-0x1p31, 0x1p31 - 1, 32};
    case ACL_UINT32:
      return {0, 0x1p32 - 1, 32};
    case ACL_UINT64:
      return {0, 0x1p64};
    default:
      return {-0x1p63, 0x1p63};
  }
}

// 2^exponent, of every exponent that a float64 has.
constexpr double PowerOfTwo(int exponent) {
  return std::bit_cast<double>(exponent >= -1022 ? static_cast<uint64_t>(exponent + 1023) << 52
                                                 : uint64_t{1} << (exponent + 1074));
}

// That of a finite number's binade; less than any normal one's if it is subnormal or 0.
int ExponentOf(double value) {
  return static_cast<int>(std::bit_cast<uint64_t>(value) >> 52 & 0x7ff) - 1023;
}

template <typename T>
T Load(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

// The formats in which a float is a sign, an exponent and a fraction, from their bits and back.
// Written out instead of borrowing the runtime's conversions, which are what is being tested.
double FromBits(uint32_t bits, const FloatFormat& format) {
  const int fraction_bits = format.precision - 1;
  const uint32_t fraction = bits & ((1u << fraction_bits) - 1);
  const int exponent =
      static_cast<int>(bits >> fraction_bits) & ((1 << (format.width - 1 - fraction_bits)) - 1);
  double magnitude;
  if (exponent == format.max_exponent - format.min_exponent + 2) {
    magnitude = fraction == 0 ? kInfinity : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = std::ldexp(fraction, format.min_exponent - fraction_bits);
  } else {
    magnitude = std::ldexp(fraction + (1u << fraction_bits),
                           exponent - 1 + format.min_exponent - fraction_bits);
  }
  return bits >> (format.width - 1) ? -magnitude : magnitude;
}

uint32_t ToBits(double value, const FloatFormat& format) {
  const int fraction_bits = format.precision - 1;
  const uint32_t sign = std::signbit(value) ? 1u << (format.width - 1) : 0;
  const uint32_t top = static_cast<uint32_t>(format.max_exponent - format.min_exponent + 2)
                       << fraction_bits;
  if (std::isnan(value)) return top | 1u << (fraction_bits - 1);
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return sign | top;
  // Products with a power of two are exact here.
  if (magnitude < PowerOfTwo(format.min_exponent)) {
    return sign |
           static_cast<uint32_t>(magnitude * PowerOfTwo(fraction_bits - format.min_exponent));
  }
  const int exponent = ExponentOf(magnitude);
  const auto significand =
      static_cast<uint32_t>(magnitude * PowerOfTwo(-exponent) * PowerOfTwo(fraction_bits));
  return sign |
         ((static_cast<uint32_t>(exponent - format.min_exponent) << fraction_bits) + significand);
}

uint64_t ValueBits(aclDataType dtype, double value) {
  if (dtype == ACL_DOUBLE) return Load<uint64_t>(&value);
  if (IsFloat(dtype)) return ToBits(value, Format(dtype));
  return std::isnan(value) ? 0 : static_cast<uint64_t>(static_cast<int64_t>(value));
}

// The values of all 16-bit patterns; sweeps read them millions of times.
const double* Values16(aclDataType dtype) {
  const auto make = [](aclDataType of) {
    std::vector<double> values(65536);
    for (uint32_t bits = 0; bits < values.size(); ++bits) values[bits] = FromBits(bits, Format(of));
    return values;
  };
  static const absl::NoDestructor<std::vector<double>> kFloat16(make(ACL_FLOAT16));
  static const absl::NoDestructor<std::vector<double>> kBFloat16(make(ACL_BF16));
  return (dtype == ACL_FLOAT16 ? *kFloat16 : *kBFloat16).data();
}

// The least magnitude that rounds to infinity: the largest finite number and half a unit in the
// last place (a tie, and infinity is even).
constexpr double OverflowThreshold(const FloatFormat& format) {
  if (format.precision == 53) return kInfinity;
  return (2 - PowerOfTwo(-format.precision)) * PowerOfTwo(format.max_exponent);
}

double UlpOf(const FloatFormat& format, double exact) {
  const int exponent = exact == 0 || !std::isfinite(exact)
                           ? format.min_exponent
                           : std::max(ExponentOf(exact), format.min_exponent);
  return PowerOfTwo(exponent - format.precision + 1);
}

double UlpError(const FloatFormat& format, double got, double truth, double truth_ulp) {
  if (std::isnan(truth)) return std::isnan(got) ? 0 : kInfinity;
  if (std::isnan(got)) return kInfinity;
  if (got == truth) return 0;
  if (std::isinf(truth)) return kInfinity;
  const double ulp = UlpOf(format, truth);
  const double threshold = OverflowThreshold(format), slack = truth_ulp * ulp;
  const double magnitude = std::fabs(truth);
  if (std::isinf(got))
    return magnitude >= threshold - slack && std::signbit(got) == std::signbit(truth) ? 0
                                                                                      : kInfinity;
  if (magnitude >= threshold + slack) return kInfinity;
  return std::fabs(got - truth) / ulp;
}

}  // namespace

bool IsComparable(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_DOUBLE:
    case ACL_BOOL:
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_INT16:
    case ACL_UINT16:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_INT64:
    case ACL_UINT64:
      return true;
    default:
      return false;
  }
}

double ElementValue(aclDataType dtype, const void* element) {
  switch (dtype) {
    case ACL_FLOAT:
      return Load<float>(element);
    case ACL_DOUBLE:
      return Load<double>(element);
    case ACL_FLOAT16:
    case ACL_BF16:
      return Values16(dtype)[Load<uint16_t>(element)];
    case ACL_BOOL:  // anything but 0 and 1 is a wrong result
      return Load<uint8_t>(element);
    case ACL_INT8:
      return Load<int8_t>(element);
    case ACL_UINT8:
      return Load<uint8_t>(element);
    case ACL_INT16:
      return Load<int16_t>(element);
    case ACL_UINT16:
      return Load<uint16_t>(element);
    case ACL_INT32:
      return Load<int32_t>(element);
    case ACL_UINT32:
      return Load<uint32_t>(element);
    case ACL_INT64:
      return static_cast<double>(Load<int64_t>(element));
    case ACL_UINT64:
      return static_cast<double>(Load<uint64_t>(element));
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

double ElementRest(aclDataType dtype, const void* element) {
  // Sixty-four bits of significand hold every integer of both types.
  static_assert(std::numeric_limits<long double>::digits >= 64);
  if (dtype != ACL_INT64 && dtype != ACL_UINT64) return 0;
  const long double whole = dtype == ACL_INT64 ? static_cast<long double>(Load<int64_t>(element))
                                               : Load<uint64_t>(element);
  return static_cast<double>(whole - ElementValue(dtype, element));
}

std::string ElementHex(aclDataType dtype, const void* element) {
  uint64_t bits = 0;
  const size_t bytes = std::min<size_t>(DTypeBytes(dtype), 8);
  std::memcpy(&bits, element, bytes);
  return absl::StrFormat("0x%0*x", static_cast<int>(bytes * 2), bits);
}

double RoundTo(aclDataType dtype, double truth) {
  if (!IsFloat(dtype)) {
    const IntegerRange range = Range(dtype);
    return std::isnan(truth) ? 0 : std::clamp(std::nearbyint(truth), range.low, range.high);
  }
  if (dtype == ACL_DOUBLE || !std::isfinite(truth) || truth == 0) return truth;
  if (std::fabs(truth) >= OverflowThreshold(Format(dtype))) return std::copysign(kInfinity, truth);
  const double ulp = UlpOf(dtype, truth);
  return std::copysign(std::nearbyint(truth / ulp) * ulp, truth);
}

void StoreElement(aclDataType dtype, double value, void* element) {
  const uint64_t bits = ValueBits(dtype, value);
  const int width = IsFloat(dtype) ? Format(dtype).width : Range(dtype).width;
  const size_t bytes = width > 0 ? static_cast<size_t>(width) / 8 : DTypeBytes(dtype);
  std::memcpy(element, &bits, std::min<size_t>(bytes, 8));
}

void StoreElements(aclDataType dtype, absl::Span<const double> values, void* elements) {
  char* element = static_cast<char*>(elements);
  const size_t bytes = DTypeBytes(dtype);
  for (const double value : values) {
    if (dtype == ACL_FLOAT && !std::isnan(value)) {  // millions of them, in few instructions
      const auto number = static_cast<float>(value);
      std::memcpy(element, &number, sizeof(number));
    } else {
      StoreElement(dtype, value, element);
    }
    element += bytes;
  }
}

std::string ValueHex(aclDataType dtype, double value) {
  const uint64_t bits = ValueBits(dtype, value);
  return ElementHex(dtype, &bits);
}

double UlpOf(aclDataType dtype, double exact) {
  if (!IsFloat(dtype)) return 1;
  return UlpOf(Format(dtype), exact);
}

double LargestFinite(aclDataType dtype) {
  const FloatFormat format = Format(dtype);
  return (2 - PowerOfTwo(1 - format.precision)) * PowerOfTwo(format.max_exponent);
}

double LeastNormal(aclDataType dtype) { return PowerOfTwo(Format(dtype).min_exponent); }

double UlpError(aclDataType dtype, double got, double truth, double truth_ulp) {
  if (IsFloat(dtype)) return UlpError(Format(dtype), got, truth, truth_ulp);
  if (std::isnan(truth)) return got == 0 ? 0 : kInfinity;
  // Near a tie a truth that may be off allows both neighbours.
  const double low = RoundTo(dtype, truth - truth_ulp), high = RoundTo(dtype, truth + truth_ulp);
  return got == low || got == high ? 0 : std::fabs(got - RoundTo(dtype, truth));
}

void UlpErrors(aclDataType dtype, const void* got, absl::Span<const double> truth, double truth_ulp,
               double* errors) {
  const char* element = static_cast<const char*>(got);
  if (dtype == ACL_FLOAT) {  // millions of them, in a loop of its own
    for (size_t i = 0; i < truth.size(); ++i)
      errors[i] = UlpError(Format(ACL_FLOAT), Load<float>(element + 4 * i), truth[i], truth_ulp);
    return;
  }
  for (size_t i = 0; i < truth.size(); ++i, element += DTypeBytes(dtype))
    errors[i] = UlpErrorOfElement(dtype, element, truth[i], 0, truth_ulp);
}

double UlpErrorOfElement(aclDataType dtype, const void* element, double truth, double truth_low,
                         double truth_ulp) {
  const double got = ElementValue(dtype, element);
  if (dtype == ACL_DOUBLE && std::isfinite(got) && std::isfinite(truth)) {
    return std::fabs((got - truth) - truth_low) / UlpOf(dtype, truth);
  }
  if (dtype == ACL_INT64 || dtype == ACL_UINT64) {
    if (std::isnan(truth)) return got == 0 ? 0 : kInfinity;
    const long double low = dtype == ACL_INT64 ? -0x1p63L : 0.0L,
                      high = dtype == ACL_INT64 ? 0x1p63L - 1 : 0x1p64L - 1;
    const long double want =
        std::clamp(std::nearbyint(static_cast<long double>(truth) + truth_low), low, high);
    return static_cast<double>(
        std::fabs(static_cast<long double>(got) + ElementRest(dtype, element) - want));
  }
  return UlpError(dtype, got, truth, truth_ulp);
}

Comparison Compare(aclDataType dtype, const void* got, absl::Span<const double> truth,
                   const Tolerance& tolerance, absl::Span<const double> truth_low) {
  Comparison result;
  result.count = static_cast<int64_t>(truth.size());
  const char* elements = static_cast<const char*>(got);
  const double nearest = IsFloat(dtype) ? 0.5 + tolerance.truth_ulp : 0;
  const auto judge = [&](const auto& error_at) {
    for (size_t i = 0; i < truth.size(); ++i) {
      const double error = error_at(i);
      ++result.histogram[std::lower_bound(Comparison::kBuckets.begin(), Comparison::kBuckets.end(),
                                          error) -
                         Comparison::kBuckets.begin()];
      if (error > nearest) ++result.inexact;
      if (error > result.max_ulp) {
        result.max_ulp = error;
        result.worst = static_cast<int64_t>(i);
      }
      const double bound =
          (tolerance.ulps.empty() ? tolerance.ulp : tolerance.ulps[i]) + tolerance.truth_ulp;
      if (error > (IsFloat(dtype) ? bound : 0)) {
        ++result.failed;
        if (result.failures.size() < Comparison::kMaxFailures)
          result.failures.push_back(static_cast<int64_t>(i));
      }
    }
  };
  if (dtype == ACL_FLOAT) {  // millions of them, in a loop of its own
    judge([&](size_t i) {
      return UlpError(Format(ACL_FLOAT), Load<float>(elements + 4 * i), truth[i],
                      tolerance.truth_ulp);
    });
  } else {
    judge([&](size_t i) {
      return UlpErrorOfElement(dtype, elements + i * DTypeBytes(dtype), truth[i],
                               truth_low.empty() ? 0 : truth_low[i], tolerance.truth_ulp);
    });
  }
  return result;
}

uint64_t DigestOf(aclDataType dtype, absl::Span<const char> elements) {
  constexpr uint64_t kBasis = 0xcbf29ce484222325, kPrime = 0x100000001b3;
  constexpr uint8_t kNan = 0x7f;  // stands for each byte of any NaN
  const size_t bytes = DTypeBytes(dtype);
  uint64_t digest = kBasis;
  for (size_t i = 0; i < elements.size(); i += bytes) {
    const bool is_nan = IsFloat(dtype) && std::isnan(ElementValue(dtype, elements.data() + i));
    for (size_t k = 0; k < bytes; ++k) {
      digest ^= is_nan ? kNan : static_cast<uint8_t>(elements[i + k]);
      digest *= kPrime;
    }
  }
  return digest;
}

int64_t FirstDifference(aclDataType dtype, absl::Span<const char> a, absl::Span<const char> b) {
  const size_t bytes = DTypeBytes(dtype);
  if (a.size() != b.size()) return 0;
  if (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0) return -1;
  for (size_t i = 0; i * bytes < a.size(); ++i) {
    const char* x = a.data() + i * bytes;
    const char* y = b.data() + i * bytes;
    if (std::memcmp(x, y, bytes) == 0) continue;
    if (IsFloat(dtype) && std::isnan(ElementValue(dtype, x)) && std::isnan(ElementValue(dtype, y)))
      continue;
    return static_cast<int64_t>(i);
  }
  return -1;
}

}  // namespace openaclnn::testing
