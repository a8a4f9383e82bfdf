// Vector instructions that compute and convert: AddReluCast, SubReluCast, MulCast, AddDeqRelu,
// CastDequant. All products but Atlas training.
//
// The documents do not say how they round. Here the result is that of the formula in exact
// arithmetic, rounded once to nearest even; to integers it saturates, and NaN becomes 0.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_CONVERSION_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_CONVERSION_H_

#include <cstdint>

#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/include/ascendc/kernel_vector_arithmetic.h"
#include "runtime/aicore/vector/conversions.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/instructions.h"

namespace AscendC {

// dst = max(src0 + src1, 0) and max(src0 - src1, 0); float to half, half and int16_t to int8_t.
#define OPENACLNN_ADD_RELU_CAST(Name, subtracts)                                                \
  template <typename T, typename U>                                                             \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src0,   \
                                       const LocalTensor<U>& src1, const uint32_t count) {      \
    internal::vector::RunAddReluCast(#Name, subtracts, internal::vector::ElementOf<T>(),        \
                                     internal::vector::ElementOf<U>(), dst.span(), src0.span(), \
                                     src1.span(), internal::vector::Form::Count(count));        \
  }                                                                                             \
  template <typename T, typename U, bool isSetMask = true, internal::MaskArgument Mask>         \
  OPENACLNN_ASCENDC_FUNCTION void Name(                                                         \
      const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1,        \
      Mask mask, internal::RepeatTime repeatTime, const BinaryRepeatParams& repeatParams) {     \
    internal::vector::RunAddReluCast(                                                           \
        #Name, subtracts, internal::vector::ElementOf<T>(), internal::vector::ElementOf<U>(),   \
        dst.span(), src0.span(), src1.span(),                                                   \
        internal::BinaryRepetition(isSetMask, mask, repeatTime, repeatParams));                 \
  }

OPENACLNN_ADD_RELU_CAST(AddReluCast, false)
OPENACLNN_ADD_RELU_CAST(SubReluCast, true)
#undef OPENACLNN_ADD_RELU_CAST

// dst = src0 * src1; half to int8_t and uint8_t.
template <typename T, typename U>
OPENACLNN_ASCENDC_FUNCTION void MulCast(const LocalTensor<T>& dst, const LocalTensor<U>& src0,
                                        const LocalTensor<U>& src1, uint32_t count) {
  internal::vector::RunMulCast(internal::vector::ElementOf<T>(), internal::vector::ElementOf<U>(),
                               dst.span(), src0.span(), src1.span(),
                               internal::vector::Form::Count(count));
}
template <typename T, typename U, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void MulCast(const LocalTensor<T>& dst, const LocalTensor<U>& src0,
                                        const LocalTensor<U>& src1, Mask mask,
                                        internal::RepeatTime repeatTime,
                                        const BinaryRepeatParams& repeatParams) {
  internal::vector::RunMulCast(
      internal::vector::ElementOf<T>(), internal::vector::ElementOf<U>(), dst.span(), src0.span(),
      src1.span(), internal::BinaryRepetition(isSetMask, mask, repeatTime, repeatParams));
}

// dst = max((src0 + src1) * scale, 0), with the number of SetDeqScale(scale).
OPENACLNN_ASCENDC_FUNCTION void AddDeqRelu(const LocalTensor<openaclnn::aicore::Half>& dst,
                                           const LocalTensor<int32_t>& src0,
                                           const LocalTensor<int32_t>& src1, const int32_t& count) {
  internal::vector::RunAddDeqRelu(dst.span(), src0.span(), src1.span(),
                                  internal::vector::Form::Count(count));
}
template <bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void AddDeqRelu(const LocalTensor<openaclnn::aicore::Half>& dst,
                                           const LocalTensor<int32_t>& src0,
                                           const LocalTensor<int32_t>& src1, Mask mask,
                                           internal::RepeatTime repeatTime,
                                           const BinaryRepeatParams& repeatParams) {
  internal::vector::RunAddDeqRelu(
      dst.span(), src0.span(), src1.span(),
      internal::BinaryRepetition(isSetMask, mask, repeatTime, repeatParams));
}

// dst = src * scale, rounded to an integer, + offset, with the numbers of SetDeqScale(scale,
// offset, signMode); int16_t to int8_t (signMode) and uint8_t. The results of each block of 16
// elements fill half of a block of dst: the first half with halfBlock, else the second. dst and src
// lie apart. isVecDeq, with numbers in a tensor, is not in the simulator.
#define OPENACLNN_CAST_DEQUANT(Name)                                                          \
  template <typename T, typename U, bool isVecDeq = true, bool halfBlock = true>              \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src,  \
                                       const uint32_t count) {                                \
    internal::vector::RunCastDequant(                                                         \
        #Name, internal::vector::ElementOf<T>(), internal::vector::ElementOf<U>(),            \
        {isVecDeq, halfBlock}, dst.span(), src.span(), internal::vector::Form::Count(count)); \
  }                                                                                           \
  template <typename T, typename U, bool isVecDeq = true, bool halfBlock = true,              \
            internal::MaskArgument Mask>                                                      \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src,  \
                                       Mask mask, internal::RepeatTime repeatTime,            \
                                       const UnaryRepeatParams& repeatParams) {               \
    internal::vector::RunCastDequant(                                                         \
        #Name, internal::vector::ElementOf<T>(), internal::vector::ElementOf<U>(),            \
        {isVecDeq, halfBlock}, dst.span(), src.span(),                                        \
        internal::UnaryRepetition(true, mask, repeatTime, repeatParams));                     \
  }

OPENACLNN_CAST_DEQUANT(CastDequant)
// The older name.
OPENACLNN_CAST_DEQUANT(CastDeq)
#undef OPENACLNN_CAST_DEQUANT

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_CONVERSION_H_
