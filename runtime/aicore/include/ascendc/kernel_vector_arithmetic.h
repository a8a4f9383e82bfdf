// Vector instructions that compute: of two tensors, of a tensor and a number, of one tensor;
// Duplicate and Cast.
//
// Each has a count form, which works on the first `count` elements, and mask/repeat forms:
// repeatTime times 256 bytes (of the wider type where types differ), of which the mask chooses
// elements, as the number of the first ones or as bits. With isSetMask = false the mask is what
// SetVectorMask left. dst may be a source if the elements are the same ones; other overlap is an
// error.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_ARITHMETIC_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_ARITHMETIC_H_

#include <cstdint>
#include <type_traits>

#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/vector/instructions.h"

namespace AscendC {

// What stands for the mask where isSetMask is false.
inline constexpr uint64_t MASK_PLACEHOLDER = 0;

namespace internal {

namespace vector = ::openaclnn::aicore::vector;

// The vendor has repeatTime as uint8_t. Here it is wider, so that more than 255 repeats are an
// error instead of some other number.
using RepeatTime = int64_t;

// A number of elements, or bits in uint64_t[2].
template <typename M>
concept MaskArgument = std::is_integral_v<M> || std::is_convertible_v<M, const uint64_t*>;

template <MaskArgument Mask>
vector::Repetition BinaryRepetition(bool set_mask, Mask mask, RepeatTime repeats,
                                    const BinaryRepeatParams& params) {
  return vector::Repetition::Of(set_mask, mask, repeats, {params.dstBlkStride, params.dstRepStride},
                                {params.src0BlkStride, params.src0RepStride},
                                {params.src1BlkStride, params.src1RepStride});
}

template <MaskArgument Mask>
vector::Repetition UnaryRepetition(bool set_mask, Mask mask, RepeatTime repeats,
                                   const UnaryRepeatParams& params) {
  return vector::Repetition::Of(set_mask, mask, repeats, {params.dstBlkStride, params.dstRepStride},
                                {params.srcBlkStride, params.srcRepStride});
}

}  // namespace internal

// dst = src0 op src1. Add, Sub, Mul, Max, Min: half, float, int16_t, int32_t; Div: half, float;
// And, Or: int16_t, uint16_t. Ascend 950 has all but And and Or for bfloat16_t, too. Integers wrap
// around. Max and Min: NaN if either is NaN, and -0 < +0.
#define OPENACLNN_BINARY_INSTRUCTION(Name, op)                                                \
  template <typename T>                                                                       \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, \
                                       const LocalTensor<T>& src1, const int32_t& count) {    \
    internal::vector::RunBinary(#Name, internal::vector::BinaryOp::op,                        \
                                internal::vector::ElementOf<T>(), dst.span(), src0.span(),    \
                                src1.span(), internal::vector::Form::Count(count));           \
  }                                                                                           \
  template <typename T, bool isSetMask = true, internal::MaskArgument Mask>                   \
  OPENACLNN_ASCENDC_FUNCTION void Name(                                                       \
      const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,      \
      Mask mask, internal::RepeatTime repeatTime, const BinaryRepeatParams& repeatParams) {   \
    internal::vector::RunBinary(                                                              \
        #Name, internal::vector::BinaryOp::op, internal::vector::ElementOf<T>(), dst.span(),  \
        src0.span(), src1.span(),                                                             \
        internal::BinaryRepetition(isSetMask, mask, repeatTime, repeatParams));               \
  }

OPENACLNN_BINARY_INSTRUCTION(Add, kAdd)
OPENACLNN_BINARY_INSTRUCTION(Sub, kSub)
OPENACLNN_BINARY_INSTRUCTION(Mul, kMul)
OPENACLNN_BINARY_INSTRUCTION(Div, kDiv)
OPENACLNN_BINARY_INSTRUCTION(Max, kMax)
OPENACLNN_BINARY_INSTRUCTION(Min, kMin)
OPENACLNN_BINARY_INSTRUCTION(And, kAnd)
OPENACLNN_BINARY_INSTRUCTION(Or, kOr)
#undef OPENACLNN_BINARY_INSTRUCTION

// dst = src op scalarValue, for the types of Add. Maxs and Mins do not exist on Atlas training
// products.
#define OPENACLNN_SCALAR_INSTRUCTION(Name, op)                                               \
  template <typename T>                                                                      \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, \
                                       const T& scalarValue, const int32_t& count) {         \
    internal::vector::RunScalar(#Name, internal::vector::BinaryOp::op,                       \
                                internal::vector::ElementOf<T>(), dst.span(), src.span(),    \
                                &scalarValue, internal::vector::Form::Count(count));         \
  }                                                                                          \
  template <typename T, bool isSetMask = true, internal::MaskArgument Mask>                  \
  OPENACLNN_ASCENDC_FUNCTION void Name(                                                      \
      const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue, Mask mask, \
      internal::RepeatTime repeatTime, const UnaryRepeatParams& repeatParams) {              \
    internal::vector::RunScalar(                                                             \
        #Name, internal::vector::BinaryOp::op, internal::vector::ElementOf<T>(), dst.span(), \
        src.span(), &scalarValue,                                                            \
        internal::UnaryRepetition(isSetMask, mask, repeatTime, repeatParams));               \
  }

OPENACLNN_SCALAR_INSTRUCTION(Adds, kAdd)
OPENACLNN_SCALAR_INSTRUCTION(Muls, kMul)
OPENACLNN_SCALAR_INSTRUCTION(Maxs, kMax)
OPENACLNN_SCALAR_INSTRUCTION(Mins, kMin)
#undef OPENACLNN_SCALAR_INSTRUCTION

// dst = src shifted by scalarValue bits, 0 to the type's width; signed numbers keep their sign to
// the right. int16_t, uint16_t, int32_t, uint32_t.
#define OPENACLNN_SHIFT_INSTRUCTION(Name, left)                                              \
  template <typename T>                                                                      \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, \
                                       const T& scalarValue, const int32_t& count) {         \
    internal::vector::RunShift(#Name, left, internal::vector::ElementOf<T>(), dst.span(),    \
                               src.span(), static_cast<int64_t>(scalarValue),                \
                               internal::vector::Form::Count(count));                        \
  }                                                                                          \
  template <typename T, bool isSetMask = true, internal::MaskArgument Mask>                  \
  OPENACLNN_ASCENDC_FUNCTION void Name(                                                      \
      const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue, Mask mask, \
      internal::RepeatTime repeatTime, const UnaryRepeatParams& repeatParams) {              \
    internal::vector::RunShift(                                                              \
        #Name, left, internal::vector::ElementOf<T>(), dst.span(), src.span(),               \
        static_cast<int64_t>(scalarValue),                                                   \
        internal::UnaryRepetition(isSetMask, mask, repeatTime, repeatParams));               \
  }

OPENACLNN_SHIFT_INSTRUCTION(ShiftLeft, true)
OPENACLNN_SHIFT_INSTRUCTION(ShiftRight, false)
#undef OPENACLNN_SHIFT_INSTRUCTION

// dst = op(src). Exp and Ln are within 1 ULP, the others correctly rounded. half, float; Relu also
// int32_t; Not: int16_t, uint16_t.
#define OPENACLNN_UNARY_INSTRUCTION(Name, op)                                                \
  template <typename T>                                                                      \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, \
                                       const int32_t& count) {                               \
    internal::vector::RunUnary(#Name, internal::vector::UnaryOp::op,                         \
                               internal::vector::ElementOf<T>(), dst.span(), src.span(),     \
                               internal::vector::Form::Count(count));                        \
  }                                                                                          \
  template <typename T, bool isSetMask = true, internal::MaskArgument Mask>                  \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src, \
                                       Mask mask, internal::RepeatTime repeatTime,           \
                                       const UnaryRepeatParams& repeatParams) {              \
    internal::vector::RunUnary(                                                              \
        #Name, internal::vector::UnaryOp::op, internal::vector::ElementOf<T>(), dst.span(),  \
        src.span(), internal::UnaryRepetition(isSetMask, mask, repeatTime, repeatParams));   \
  }

OPENACLNN_UNARY_INSTRUCTION(Exp, kExp)
OPENACLNN_UNARY_INSTRUCTION(Ln, kLn)
OPENACLNN_UNARY_INSTRUCTION(Abs, kAbs)
OPENACLNN_UNARY_INSTRUCTION(Sqrt, kSqrt)
OPENACLNN_UNARY_INSTRUCTION(Rsqrt, kRsqrt)
OPENACLNN_UNARY_INSTRUCTION(Reciprocal, kReciprocal)
OPENACLNN_UNARY_INSTRUCTION(Relu, kRelu)
OPENACLNN_UNARY_INSTRUCTION(Not, kNot)
#undef OPENACLNN_UNARY_INSTRUCTION

// The library functions: within 1 ULP, half and float, operands apart. sharedTmpBuffer is scratch
// space that is not needed here.
#define OPENACLNN_LIBRARY_FUNCTION(Name, op)                                                   \
  template <typename T, bool isReuseSource = false>                                            \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,   \
                                       const uint32_t count) {                                 \
    internal::vector::RunUnary(#Name, internal::vector::UnaryOp::op,                           \
                               internal::vector::ElementOf<T>(), dst.span(), src.span(),       \
                               internal::vector::Form::Count(count));                          \
  }                                                                                            \
  template <typename T, bool isReuseSource = false>                                            \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src) { \
    Name<T, isReuseSource>(dst, src, src.GetSize());                                           \
  }                                                                                            \
  template <typename T, bool isReuseSource = false>                                            \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,   \
                                       const LocalTensor<uint8_t>& sharedTmpBuffer,            \
                                       uint32_t count) {                                       \
    Name<T, isReuseSource>(dst, src, count);                                                   \
  }                                                                                            \
  template <typename T, bool isReuseSource = false>                                            \
  OPENACLNN_ASCENDC_FUNCTION void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,   \
                                       const LocalTensor<uint8_t>& sharedTmpBuffer) {          \
    Name<T, isReuseSource>(dst, src, src.GetSize());                                           \
  }

OPENACLNN_LIBRARY_FUNCTION(Erf, kErf)
OPENACLNN_LIBRARY_FUNCTION(Tanh, kTanh)
#undef OPENACLNN_LIBRARY_FUNCTION

// dst = scalarValue * src + dst, rounded once. T and U: half half, float float, float half.
template <typename T, typename U>
OPENACLNN_ASCENDC_FUNCTION void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                                     const U& scalarValue, const int32_t& count) {
  internal::vector::RunAxpy(internal::vector::ElementOf<T>(), internal::vector::ElementOf<U>(),
                            dst.span(), src.span(), &scalarValue,
                            internal::vector::Form::Count(count));
}
template <typename T, typename U, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                                     const U& scalarValue, Mask mask,
                                     internal::RepeatTime repeatTime,
                                     const UnaryRepeatParams& repeatParams) {
  internal::vector::RunAxpy(internal::vector::ElementOf<T>(), internal::vector::ElementOf<U>(),
                            dst.span(), src.span(), &scalarValue,
                            internal::UnaryRepetition(isSetMask, mask, repeatTime, repeatParams));
}

// dst = scalarValue everywhere; types of 2 and 4 bytes.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void Duplicate(const LocalTensor<T>& dst, const T& scalarValue,
                                          const int32_t& count) {
  internal::vector::RunDuplicate(internal::vector::ElementOf<T>(), dst.span(), &scalarValue,
                                 internal::vector::Form::Count(count));
}
template <typename T, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void Duplicate(const LocalTensor<T>& dst, const T& scalarValue,
                                          Mask mask, internal::RepeatTime repeatTime,
                                          uint16_t dstBlockStride, uint8_t dstRepeatStride) {
  internal::vector::RunDuplicate(
      internal::vector::ElementOf<T>(), dst.span(), &scalarValue,
      internal::vector::Repetition::Of(isSetMask, mask, repeatTime,
                                       {dstBlockStride, dstRepeatStride}, {}));
}

// dst = src as another type: float from and to half, bfloat16_t, int16_t, int32_t and int64_t; half
// from and to int8_t, uint8_t, int16_t and int32_t; bfloat16_t to int32_t; int32_t to int16_t, and
// from and to int64_t; float to float rounds to an integer. Which roundMode a conversion has
// depends on the product. int32_t to half multiplies by the number of SetDeqScale.
template <typename T, typename U>
OPENACLNN_ASCENDC_FUNCTION void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                                     const RoundMode& roundMode, const uint32_t count) {
  internal::vector::RunCast(internal::vector::ElementOf<T>(), internal::vector::ElementOf<U>(),
                            roundMode, dst.span(), src.span(),
                            internal::vector::Form::Count(count));
}
template <typename T, typename U, bool isSetMask = true, internal::MaskArgument Mask>
OPENACLNN_ASCENDC_FUNCTION void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                                     const RoundMode& roundMode, Mask mask,
                                     internal::RepeatTime repeatTime,
                                     const UnaryRepeatParams& repeatParams) {
  internal::vector::RunCast(internal::vector::ElementOf<T>(), internal::vector::ElementOf<U>(),
                            roundMode, dst.span(), src.span(),
                            internal::UnaryRepetition(isSetMask, mask, repeatTime, repeatParams));
}

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_ARITHMETIC_H_
