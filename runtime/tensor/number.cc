#include "runtime/tensor/number.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace openaclnn {
namespace {

template <typename T>
T Load(const void* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

double Float16ToDouble(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double mantissa = bits & 1023;
  double magnitude =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
  if (exponent == 31) {
    magnitude = mantissa == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
  }
  return std::copysign(magnitude, (bits & 0x8000) != 0 ? -1.0 : 1.0);
}

}  // namespace

std::optional<Number> Number::Read(aclDataType dtype, const void* bytes) {
  switch (dtype) {
    case ACL_FLOAT:
      return Real(Load<float>(bytes));
    case ACL_DOUBLE:
      return Real(Load<double>(bytes));
    case ACL_FLOAT16:
      return Real(Float16ToDouble(Load<uint16_t>(bytes)));
    case ACL_BF16:
      return Real(std::bit_cast<float>(static_cast<uint32_t>(Load<uint16_t>(bytes)) << 16));
    case ACL_BOOL:
      return Integer(Load<uint8_t>(bytes) != 0);
    case ACL_INT8:
      return Integer(Load<int8_t>(bytes));
    case ACL_INT16:
      return Integer(Load<int16_t>(bytes));
    case ACL_INT32:
      return Integer(Load<int32_t>(bytes));
    case ACL_INT64:
      return Integer(Load<int64_t>(bytes));
    case ACL_UINT8:
      return Integer(Load<uint8_t>(bytes));
    case ACL_UINT16:
      return Integer(Load<uint16_t>(bytes));
    case ACL_UINT32:
      return Integer(Load<uint32_t>(bytes));
    case ACL_UINT64:
      return Unsigned(Load<uint64_t>(bytes));
    default:
      return std::nullopt;
  }
}

double Number::AsDouble() const {
  if (kind_ == Kind::kReal) return real_;
  return kind_ == Kind::kUnsigned ? static_cast<double>(static_cast<uint64_t>(integer_))
                                  : static_cast<double>(integer_);
}

float Number::AsFloat() const {
  if (kind_ == Kind::kReal) return static_cast<float>(real_);
  return kind_ == Kind::kUnsigned ? static_cast<float>(static_cast<uint64_t>(integer_))
                                  : static_cast<float>(integer_);
}

int64_t Number::AsInt64() const {
  if (kind_ != Kind::kReal) return integer_;
  if (std::isnan(real_)) return 0;
  if (real_ >= 0x1p63) return std::numeric_limits<int64_t>::max();
  if (real_ < -0x1p63) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(real_);
}

bool Number::AsBool() const {
  if (kind_ != Kind::kReal) return integer_ != 0;
  return !(std::fabs(real_) < std::numeric_limits<float>::epsilon());
}

}  // namespace openaclnn
