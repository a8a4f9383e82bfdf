// What the vector unit computes, over contiguous arrays of host memory. Masks, repeats, strides and
// every check are the business of the instructions in runtime/aicore/include; here is only
// arithmetic.
//
// Every result is that of its definition in exact arithmetic, rounded once to the type (to nearest
// even where no mode is given); Exp, Ln, Erf and Tanh are within 1 ULP, subnormal results included.
// The same bits on every SIMD target: a NaN result is always the positive quiet NaN without
// payload. What a chip does beyond that (its own approximations) is not published and not imitated.
//
// Overflow. In INF/NAN mode results are IEEE 754's. In saturating mode half and bfloat16
// arithmetic and conversions to a floating-point type give the largest finite number instead of an
// infinity, and 0 instead of NaN. Float arithmetic is IEEE 754's
// in both. Integer arithmetic wraps around.
//
// dst may be one of the sources; it must not overlap them otherwise. Nothing but [0, count) of an
// array is touched; no alignment is needed but that of the element. Functions return false, having
// done nothing, if they do not know the combination of types and mode. Of the instructions that
// kernels consist of, there is the function that computes them (null if unknown) besides: choosing
// it once and calling it is all that an instruction should cost.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_VECTOR_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_VECTOR_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "runtime/aicore/vector/half.h"

namespace openaclnn::aicore::vector {

enum class Element : uint8_t {
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kHalf,
  kBFloat16,
  kFloat,
  kInt4
};

// The Element of a C++ type.
template <typename T>
constexpr Element ElementOf() {
  if constexpr (std::is_same_v<T, Half>) {
    return Element::kHalf;
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return Element::kBFloat16;
  } else if constexpr (std::is_same_v<T, float>) {
    return Element::kFloat;
  } else if constexpr (std::is_same_v<T, Int4>) {
    return Element::kInt4;
  } else {
    static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>,
                  "not a type the vector unit computes with");
    constexpr Element kSigned[] = {Element::kInt8, Element::kInt16, Element::kInt32,
                                   Element::kInt64};
    constexpr Element kUnsigned[] = {Element::kUint8, Element::kUint16, Element::kUint32,
                                     Element::kUint64};
    constexpr size_t kIndex = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return std::is_signed_v<T> ? kSigned[kIndex] : kUnsigned[kIndex];
  }
}

// The name Ascend C has for it: "half", "bfloat16_t", "float", "int32_t" ...
const char* ElementName(Element element);
inline constexpr size_t kElements = 12;
// Of kInt4: those of two elements.
constexpr size_t ElementBytes(Element element) {
  constexpr uint64_t kBytes = 0x142288442211;  // one digit for each, the first the last
  return kBytes >> (4 * static_cast<int>(element)) & 15;
}

// Computes `count` elements. What src0 and src1 are, the function that returns it says; those it
// does not have may be null.
using ArrayFunction = void (*)(void* dst, const void* src0, const void* src1, size_t count,
                               bool saturate);

enum class BinaryOp : uint8_t { kAdd, kSub, kMul, kDiv, kMax, kMin, kAnd, kOr };
inline constexpr size_t kBinaryOps = 8;

// The functions of binary instructions by [BinaryOp][Element]; null where there is none. Those of
// the SIMD target that is in use: an instruction should not have to ask which that is.
struct Functions {
  using Table = std::array<std::array<ArrayFunction, kElements>, kBinaryOps>;
  Table binary;
  Table scalar;  // src1 is one element
};
const Functions& FunctionsOfTarget();

namespace internal {
inline bool Call(ArrayFunction function, void* dst, const void* src0, const void* src1,
                 size_t count, bool saturate) {
  if (function == nullptr) return false;
  function(dst, src0, src1, count, saturate);
  return true;
}
}  // namespace internal

// dst[i] = op(src0[i], src1[i]). kAdd to kMin: half, bfloat16, float; also int16 and int32 but for
// kDiv. kAnd, kOr: int16, uint16. kMax and kMin are maximum and minimum of IEEE 754-2019: NaN if
// either operand is NaN, and -0 < +0. (What chips do is not published.)
inline ArrayFunction FindBinary(const Functions& functions, BinaryOp op, Element type) {
  return functions.binary[static_cast<size_t>(op)][static_cast<size_t>(type)];
}
inline bool Binary(BinaryOp op, Element type, void* dst, const void* src0, const void* src1,
                   size_t count, bool saturate) {
  return internal::Call(FindBinary(FunctionsOfTarget(), op, type), dst, src0, src1, count,
                        saturate);
}

// As Binary, with one element for src1: Adds, Muls, Maxs, Mins.
inline ArrayFunction FindBinaryScalar(const Functions& functions, BinaryOp op, Element type) {
  return functions.scalar[static_cast<size_t>(op)][static_cast<size_t>(type)];
}
inline bool BinaryScalar(BinaryOp op, Element type, void* dst, const void* src, const void* scalar,
                         size_t count, bool saturate) {
  return internal::Call(FindBinaryScalar(FunctionsOfTarget(), op, type), dst, src, scalar, count,
                        saturate);
}

enum class UnaryOp : uint8_t {
  kAbs,
  kRelu,
  kSqrt,
  kReciprocal,
  kNot,
  kExp,
  kLn,
  kRsqrt,
  kErf,
  kTanh
};

// dst[i] = op(src[i]). kAbs to kReciprocal and kExp to kTanh: half, bfloat16, float; kAbs, kRelu
// also int16 and int32; kNot: int16, uint16. kRelu is the maximum with +0. kReciprocal and kRsqrt
// of -0 are -infinity, kLn of either zero is -infinity.
ArrayFunction FindUnary(UnaryOp op, Element type);
inline bool Unary(UnaryOp op, Element type, void* dst, const void* src, size_t count,
                  bool saturate) {
  return internal::Call(FindUnary(op, type), dst, src, nullptr, count, saturate);
}

// dst[i] = scalar * src[i] + dst[i], rounded once: the definition is one expression, so the product
// is not rounded on its own. Types dst and src: half half, float float, float half. The scalar has
// the type of src.
ArrayFunction FindAxpy(Element dst_type, Element src_type);
inline bool Axpy(Element dst_type, Element src_type, void* dst, const void* src, const void* scalar,
                 size_t count, bool saturate) {
  return internal::Call(FindAxpy(dst_type, src_type), dst, src, scalar, count, saturate);
}

// Bits move to the left or right, zeros come in, or copies of the sign where signed numbers go
// right. int16, uint16, int32, uint32. Shifting by the width or more is shifting by the width. src1
// of the functions is a uint64_t, the number of bits.
ArrayFunction FindShiftLeft(Element type);
ArrayFunction FindShiftRight(Element type);
inline bool ShiftLeft(Element type, void* dst, const void* src, uint64_t bits, size_t count) {
  return internal::Call(FindShiftLeft(type), dst, src, &bits, count, false);
}
inline bool ShiftRight(Element type, void* dst, const void* src, uint64_t bits, size_t count) {
  return internal::Call(FindShiftRight(type), dst, src, &bits, count, false);
}

// dst[i] = scalar, for any type.
ArrayFunction FindDuplicate(Element type);
inline void Duplicate(Element type, void* dst, const void* scalar, size_t count) {
  internal::Call(FindDuplicate(type), dst, scalar, nullptr, count, false);
}

// The vendor's enumerator values are the same (AscendC::RoundMode).
enum class Rounding : uint8_t {
  kNone,   // to nearest even; for conversions that lose nothing
  kRint,   // to nearest even
  kFloor,  // towards -infinity
  kCeil,   // towards +infinity
  kRound,  // to nearest, ties away from zero
  kTrunc,  // towards zero
  kOdd,    // if inexact, to the neighbour whose last bit is 1
};

// dst[i] = src[i] as another type: half to and from float, int8, uint8, int16, int32 and int4 (an
// even number of elements, the first in the low bits of the first byte); bfloat16
// to and from float, and to int32; float to and from int16, int32 and int64; int32 to and from
// int16 and int64; float to the float that is an integer. Numbers an integer type cannot hold
// become its nearest, NaN becomes 0. Overflow of a finite number to a floating-point type is IEEE
// 754's in each mode: kFloor, kCeil and kTrunc give the largest finite number where they round
// towards zero, kOdd always. int32 to half rounds to nearest, in one mode for all.
bool Cast(Element dst_type, Element src_type, Rounding rounding, void* dst, const void* src,
          size_t count, bool saturate);

// dst[i] = src[i] * scale, rounded once to half; src are int32, scale has the digits of a half.
void CastScaled(void* dst, const void* src, float scale, size_t count, bool saturate);

// The vendor's enumerator values are the same (AscendC::CMPMODE).
enum class Comparison : uint8_t { kLt, kGt, kEq, kLe, kGe, kNe };

// Bit i % 8 of dst[i / 8] is whether src0[i] compares so with src1[i]. The unused bits of the last
// byte become 0. NaN is equal to nothing, not even itself, and neither less nor greater. half,
// bfloat16, float, int16, int32.
bool Compare(Comparison comparison, Element type, uint8_t* dst, const void* src0, const void* src1,
             size_t count);
bool CompareScalar(Comparison comparison, Element type, uint8_t* dst, const void* src,
                   const void* scalar, size_t count);

// dst[i] = bit i % 8 of mask[i / 8] ? src0[i] : src1[i], for types of 2 and 4 bytes. Bits are
// moved, not computed with.
bool Select(Element type, void* dst, const uint8_t* mask, const void* src0, const void* src1,
            size_t count);
bool SelectScalar(Element type, void* dst, const uint8_t* mask, const void* src0,
                  const void* scalar, size_t count);

// Moves the src[i] whose bit i % 8 of mask[i / 8] is set together at dst and returns how many they
// are. Types of 2 and 4 bytes (else 0). dst may be src.
size_t Gather(Element type, void* dst, const uint8_t* mask, const void* src, size_t count);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_VECTOR_H_
