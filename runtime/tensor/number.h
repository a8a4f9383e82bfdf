// A number that a kernel is given when it runs: an aclScalar, or an attribute of type double,
// float, int or bool.
#ifndef OPENACLNN_RUNTIME_TENSOR_NUMBER_H_
#define OPENACLNN_RUNTIME_TENSOR_NUMBER_H_

#include <cstdint>
#include <optional>

#include "acl/acl_base_rt.h"

namespace openaclnn {

// Keeps the value as the caller gave it: kernels convert it to the type they compute in.
class Number {
 public:
  constexpr Number() : kind_(Kind::kInteger), integer_(0) {}
  static constexpr Number Real(double value) { return Number(value); }
  static constexpr Number Integer(int64_t value) { return Number(Kind::kInteger, value); }
  static constexpr Number Unsigned(uint64_t value) {
    return Number(Kind::kUnsigned, static_cast<int64_t>(value));
  }

  // Reads the element of type `dtype` at `bytes`; nullopt for complex types and those without whole
  // bytes.
  static std::optional<Number> Read(aclDataType dtype, const void* bytes);

  constexpr bool is_real() const { return kind_ == Kind::kReal; }

  // The value rounded once to nearest even.
  double AsDouble() const;
  float AsFloat() const;

  // The value truncated toward zero and saturated to int64; NaN gives 0. Narrower integers take the
  // low bits of it. Unsigned values above the greatest int64 keep their bits.
  int64_t AsInt64() const;

  // True unless the value is zero; of real numbers, unless it is less than the epsilon of float32
  // (aclScalar's rule for bool).
  bool AsBool() const;

 private:
  enum class Kind : uint8_t { kReal, kInteger, kUnsigned };
  constexpr explicit Number(double value) : kind_(Kind::kReal), real_(value) {}
  constexpr Number(Kind kind, int64_t value) : kind_(kind), integer_(value) {}

  Kind kind_;
  union {
    double real_;
    int64_t integer_;
  };
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_TENSOR_NUMBER_H_
