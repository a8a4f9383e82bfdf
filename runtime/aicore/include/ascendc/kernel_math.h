// The mathematical functions of Ascend C's library, and instructions that combine operations.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_MATH_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_MATH_H_

#include <cstdint>
#include <type_traits>

#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/include/ascendc/kernel_vector_arithmetic.h"
#include "runtime/aicore/vector/instructions.h"
#include "runtime/aicore/vector/library.h"

namespace AscendC {

// dst = f(src), within 1 ULP; half and float, operands apart. Ascend 950, Atlas A2, A3 and
// inference. sharedTmpBuffer holds nothing meaningful afterwards; without it the function needs as
// much of the unified buffer that no buffer of the kernel has.
#define OPENACLNN_MATH_FUNCTION(Name, half, float_parts)                                       \
  template <typename T, bool isReuseSource = false>                                            \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,   \
                                       const LocalTensor<uint8_t>& sharedTmpBuffer,            \
                                       const uint32_t calCount) {                              \
    internal::vector::RunMath(#Name, internal::vector::MathOp::k##Name, {half, float_parts},   \
                              internal::vector::ElementOf<T>(),                                \
                              {.dst = dst.span(),                                              \
                               .src0 = &src.span(),                                            \
                               .scratch = &sharedTmpBuffer.span(),                             \
                               .count = calCount});                                            \
  }                                                                                            \
  template <typename T, bool isReuseSource = false>                                            \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,   \
                                       const LocalTensor<uint8_t>& sharedTmpBuffer) {          \
    Name<T, isReuseSource>(dst, src, sharedTmpBuffer, src.GetSize());                          \
  }                                                                                            \
  template <typename T, bool isReuseSource = false>                                            \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,   \
                                       const uint32_t calCount) {                              \
    internal::vector::RunMath(#Name, internal::vector::MathOp::k##Name, {half, float_parts},   \
                              internal::vector::ElementOf<T>(),                                \
                              {.dst = dst.span(), .src0 = &src.span(), .count = calCount});    \
  }                                                                                            \
  template <typename T, bool isReuseSource = false>                                            \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src) { \
    Name<T, isReuseSource>(dst, src, src.GetSize());                                           \
  }

OPENACLNN_MATH_FUNCTIONS(OPENACLNN_MATH_FUNCTION)
#undef OPENACLNN_MATH_FUNCTION

// dst = src / (1 + e^(-scalarValue src)); Silu: scalarValue is 1.
template <typename T, bool isReuseSource = false>
OPENACLNN_ASCENDC_FUNCTION void Swish(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                      uint32_t dataSize, const T scalarValue) {
  internal::vector::RunSwish(
      "Swish", internal::vector::ElementOf<T>(),
      {.dst = dst.span(), .src0 = &src.span(), .scalar = &scalarValue, .count = dataSize});
}
template <typename T, bool isReuseSource = false>
OPENACLNN_ASCENDC_FUNCTION void Silu(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                     uint32_t dataSize) {
  const T one = T(1);
  internal::vector::RunSwish(
      "Silu", internal::vector::ElementOf<T>(),
      {.dst = dst.span(), .src0 = &src.span(), .scalar = &one, .count = dataSize});
}

// dst = src0 to the power src1, of which one may be a number. half, float, int32_t.
#define OPENACLNN_POWER(Type0, Type1, form, ...)                                             \
  template <typename T, bool isReuseSource = false>                                          \
  OPENACLNN_ASCENDC_FUNCTION void Power(const LocalTensor<T>& dst, Type0 src0, Type1 src1,   \
                                        const LocalTensor<uint8_t>& sharedTmpBuffer,         \
                                        const uint32_t calCount) {                           \
    internal::vector::LibraryOperands operands = {__VA_ARGS__};                              \
    operands.scratch = &sharedTmpBuffer.span();                                              \
    operands.count = calCount;                                                               \
    internal::vector::RunPower(internal::vector::PowerForm::form,                            \
                               internal::vector::ElementOf<T>(), operands);                  \
  }                                                                                          \
  template <typename T, bool isReuseSource = false>                                          \
  OPENACLNN_ASCENDC_FUNCTION void Power(const LocalTensor<T>& dst, Type0 src0, Type1 src1,   \
                                        const LocalTensor<uint8_t>& sharedTmpBuffer) {       \
    Power<T, isReuseSource>(dst, src0, src1, sharedTmpBuffer, dst.GetSize());                \
  }                                                                                          \
  template <typename T, bool isReuseSource = false>                                          \
  OPENACLNN_ASCENDC_FUNCTION void Power(const LocalTensor<T>& dst, Type0 src0, Type1 src1,   \
                                        const uint32_t calCount) {                           \
    internal::vector::LibraryOperands operands = {__VA_ARGS__};                              \
    operands.count = calCount;                                                               \
    internal::vector::RunPower(internal::vector::PowerForm::form,                            \
                               internal::vector::ElementOf<T>(), operands);                  \
  }                                                                                          \
  template <typename T, bool isReuseSource = false>                                          \
  OPENACLNN_ASCENDC_FUNCTION void Power(const LocalTensor<T>& dst, Type0 src0, Type1 src1) { \
    Power<T, isReuseSource>(dst, src0, src1, dst.GetSize());                                 \
  }

OPENACLNN_POWER(const LocalTensor<T>&, const LocalTensor<T>&, kTensors, .dst = dst.span(),
                .src0 = &src0.span(), .src1 = &src1.span())
OPENACLNN_POWER(const LocalTensor<T>&, const T&, kScalarExponent, .dst = dst.span(),
                .src0 = &src0.span(), .scalar = &src1)
OPENACLNN_POWER(const T&, const LocalTensor<T>&, kScalarBase, .dst = dst.span(),
                .src1 = &src1.span(), .scalar = &src0)
#undef OPENACLNN_POWER

// dst = the lesser (ClampMax) or the greater (ClampMin) of src and a number.
#define OPENACLNN_CLAMP(Name, op)                                                            \
  template <typename T, bool isReuseSource = false>                                          \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, \
                                       const LocalTensor<uint8_t>& sharedTmpBuffer,          \
                                       const T scalar, const uint32_t calCount) {            \
    internal::vector::RunClamp(#Name, internal::vector::BinaryOp::op,                        \
                               internal::vector::ElementOf<T>(),                             \
                               {.dst = dst.span(),                                           \
                                .src0 = &src.span(),                                         \
                                .scalar = &scalar,                                           \
                                .scratch = &sharedTmpBuffer.span(),                          \
                                .count = calCount});                                         \
  }                                                                                          \
  template <typename T, bool isReuseSource = false>                                          \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, \
                                       const T scalar, const uint32_t calCount) {            \
    internal::vector::RunClamp(                                                              \
        #Name, internal::vector::BinaryOp::op, internal::vector::ElementOf<T>(),             \
        {.dst = dst.span(), .src0 = &src.span(), .scalar = &scalar, .count = calCount});     \
  }

OPENACLNN_CLAMP(ClampMax, kMin)
OPENACLNN_CLAMP(ClampMin, kMax)
#undef OPENACLNN_CLAMP

// dst = max(src0 + src1, 0) and max(src0 - src1, 0), the sum rounded to the type. half, float,
// int16_t (Atlas training: half; Ascend 950 also int64_t).
#define OPENACLNN_ADD_RELU(Name, subtracts)                                                       \
  template <typename T>                                                                           \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,     \
                                       const LocalTensor<T>& src1, const int32_t& count) {        \
    internal::vector::RunAddRelu(#Name, subtracts, internal::vector::ElementOf<T>(), dst.span(),  \
                                 src0.span(), src1.span(), internal::vector::Form::Count(count)); \
  }                                                                                               \
  template <typename T, bool isSetMask = true, internal::MaskArgument Mask>                       \
  OPENACLNN_ASCENDC_FUNCTION void Name(                                                           \
      const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,          \
      Mask mask, internal::RepeatTime repeatTime, const BinaryRepeatParams& repeatParams) {       \
    internal::vector::RunAddRelu(                                                                 \
        #Name, subtracts, internal::vector::ElementOf<T>(), dst.span(), src0.span(), src1.span(), \
        internal::BinaryRepetition(isSetMask, mask, repeatTime, repeatParams));                   \
  }

OPENACLNN_ADD_RELU(AddRelu, false)
OPENACLNN_ADD_RELU(SubRelu, true)
#undef OPENACLNN_ADD_RELU

// dst = src > 0 ? src : src * scalarValue. half, float.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void LeakyRelu(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                          const T& scalarValue, const int32_t& count) {
  internal::vector::RunLeakyRelu(internal::vector::ElementOf<T>(), dst.span(), src.span(),
                                 &scalarValue, internal::vector::Form::Count(count));
}
template <typename T, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void LeakyRelu(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                          const T& scalarValue, Mask mask,
                                          internal::RepeatTime repeatTime,
                                          const UnaryRepeatParams& repeatParams) {
  internal::vector::RunLeakyRelu(
      internal::vector::ElementOf<T>(), dst.span(), src.span(), &scalarValue,
      internal::UnaryRepetition(isSetMask, mask, repeatTime, repeatParams));
}

// MulAddDst: dst += src0 * src1, of half, of float, or of half added to float. FusedMulAdd: dst =
// src0 * dst + src1; FusedMulAddRelu (newer name MulAddRelu): the greater of that and 0. half,
// float. The documents do not say whether the product is rounded; here the result is rounded once,
// as the names suggest.
template <typename T, typename U>
OPENACLNN_ASCENDC_FUNCTION void MulAddDst(const LocalTensor<T>& dst, const LocalTensor<U>& src0,
                                          const LocalTensor<U>& src1, const int32_t& count) {
  internal::vector::RunMulAdd("MulAddDst", internal::vector::MulAddOp::kMulAddDst,
                              internal::vector::ElementOf<T>(), internal::vector::ElementOf<U>(),
                              dst.span(), src0.span(), src1.span(),
                              internal::vector::Form::Count(count));
}
template <typename T, typename U, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void MulAddDst(const LocalTensor<T>& dst, const LocalTensor<U>& src0,
                                          const LocalTensor<U>& src1, Mask mask,
                                          internal::RepeatTime repeatTime,
                                          const BinaryRepeatParams& repeatParams) {
  internal::vector::RunMulAdd(
      "MulAddDst", internal::vector::MulAddOp::kMulAddDst, internal::vector::ElementOf<T>(),
      internal::vector::ElementOf<U>(), dst.span(), src0.span(), src1.span(),
      internal::BinaryRepetition(isSetMask, mask, repeatTime, repeatParams));
}

#define OPENACLNN_FUSED_MUL_ADD(Name, op)                                                     \
  template <typename T>                                                                       \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, \
                                       const LocalTensor<T>& src1, const int32_t& count) {    \
    internal::vector::RunMulAdd(#Name, internal::vector::MulAddOp::op,                        \
                                internal::vector::ElementOf<T>(),                             \
                                internal::vector::ElementOf<T>(), dst.span(), src0.span(),    \
                                src1.span(), internal::vector::Form::Count(count));           \
  }                                                                                           \
  template <typename T, bool isSetMask = true, internal::MaskArgument Mask>                   \
  OPENACLNN_ASCENDC_FUNCTION void Name(                                                       \
      const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,      \
      Mask mask, internal::RepeatTime repeatTime, const BinaryRepeatParams& repeatParams) {   \
    internal::vector::RunMulAdd(                                                              \
        #Name, internal::vector::MulAddOp::op, internal::vector::ElementOf<T>(),              \
        internal::vector::ElementOf<T>(), dst.span(), src0.span(), src1.span(),               \
        internal::BinaryRepetition(isSetMask, mask, repeatTime, repeatParams));               \
  }

OPENACLNN_FUSED_MUL_ADD(FusedMulAdd, kFusedMulAdd)
OPENACLNN_FUSED_MUL_ADD(FusedMulAddRelu, kFusedMulAddRelu)
OPENACLNN_FUSED_MUL_ADD(MulAddRelu, kFusedMulAddRelu)
#undef OPENACLNN_FUSED_MUL_ADD

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_MATH_H_
