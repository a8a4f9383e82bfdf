// Conversions of single numbers, in the scalar unit, and the register of the number by which
// conversions multiply.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_SCALAR_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_SCALAR_H_

#include <bit>
#include <cstdint>
#include <type_traits>

#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/vector.h"

namespace AscendC {

namespace internal {

// As Cast converts one element.
template <typename T, typename U>
OPENACLNN_ASCENDC_FUNCTION T ConvertScalar(const char* name, U value, RoundMode mode) {
  namespace vector = ::openaclnn::aicore::vector;
  T result;
  vector::RunScalarCast(name, vector::ElementOf<T>(), vector::ElementOf<U>(), mode, &result,
                        &value);
  return result;
}

}  // namespace internal

// Exact; the others round to nearest even.
OPENACLNN_ASCENDC_FUNCTION float ToFloat(const openaclnn::aicore::BFloat16& value) {
  return internal::ConvertScalar<float>("ToFloat", value, RoundMode::CAST_NONE);
}
OPENACLNN_ASCENDC_FUNCTION openaclnn::aicore::BFloat16 ToBfloat16(const float& value) {
  return internal::ConvertScalar<openaclnn::aicore::BFloat16>("ToBfloat16", value,
                                                              RoundMode::CAST_RINT);
}
OPENACLNN_ASCENDC_FUNCTION openaclnn::aicore::Half ToHalf(const float& value) {
  return internal::ConvertScalar<openaclnn::aicore::Half>("ToHalf", value, RoundMode::CAST_RINT);
}

// float to half with CAST_ODD, float to int32_t with the five modes that round to integers.
template <typename T, typename U, RoundMode roundMode>
OPENACLNN_ASCENDC_FUNCTION U ScalarCast(T valueIn) {
  constexpr bool kToHalf = std::is_same_v<U, openaclnn::aicore::Half>;
  static_assert(std::is_same_v<T, float> && (kToHalf || std::is_same_v<U, int32_t>),
                "ScalarCast: float to half, float to int32_t");
  static_assert(kToHalf ? roundMode == RoundMode::CAST_ODD
                        : roundMode >= RoundMode::CAST_RINT && roundMode <= RoundMode::CAST_TRUNC,
                "ScalarCast: to half CAST_ODD, to int32_t CAST_RINT, CAST_FLOOR, CAST_CEIL, "
                "CAST_ROUND, CAST_TRUNC");
  return internal::ConvertScalar<U>("ScalarCast", valueIn, roundMode);
}

// Cast from int32_t to half and AddDeqRelu multiply by it from now on.
OPENACLNN_ASCENDC_FUNCTION void SetDeqScale(openaclnn::aicore::Half scale) {
  using openaclnn::aicore::DeqScale;
  openaclnn::aicore::Core::Current().deq_scale() = {.form = DeqScale::Form::kNumber,
                                                    .scale = scale};
}
// CastDequant multiplies by it, adds the offset, and has int8_t (signMode) or uint8_t for results
// from now on. Of the fraction of scale 10 bits are kept, the others cut off.
OPENACLNN_ASCENDC_FUNCTION void SetDeqScale(float scale, int16_t offset, bool signMode) {
  using openaclnn::aicore::DeqScale;
  constexpr uint32_t kKept = ~uint32_t{0} << 13;
  openaclnn::aicore::Core::Current().deq_scale() = {
      .form = DeqScale::Form::kWithOffset,
      .scale = std::bit_cast<float>(std::bit_cast<uint32_t>(scale) & kKept),
      .offset = offset,
      .is_signed = signMode};
}

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_SCALAR_H_
