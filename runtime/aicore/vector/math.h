// The mathematical functions of Ascend C's library. On a chip each is several instructions, which
// round in between; here it is computed in double and rounded once, within 1 ULP. Plain arithmetic
// without the C library's functions, so that results are the same bits on every machine.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_MATH_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_MATH_H_

#include <cstdint>

#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

// X(name, scratch space for half, for float): in units of 256 bytes on Atlas A2, A3 and inference,
// the least that the vendor's host functions ask for; 0 also where that is not known.
#define OPENACLNN_MATH_FUNCTIONS(X) \
  X(Log, 0, 0)                      \
  X(Log2, 1, 0)                     \
  X(Log10, 0, 0)                    \
  X(Sigmoid, 1, 1)                  \
  X(Sign, 3, 3)                     \
  X(Ceil, 2, 1)                     \
  X(Floor, 2, 0)                    \
  X(Round, 1, 0)                    \
  X(Trunc, 0, 0)                    \
  X(Sin, 0, 0)                      \
  X(Cos, 0, 0)                      \
  X(Tan, 0, 0)                      \
  X(Asin, 6, 2)                     \
  X(Acos, 6, 2)                     \
  X(Atan, 0, 0)                     \
  X(Sinh, 4, 1)                     \
  X(Cosh, 6, 2)                     \
  X(Asinh, 3, 3)                    \
  X(Acosh, 2, 1)                    \
  X(Atanh, 4, 1)                    \
  X(Erfc, 0, 0)

enum class MathOp : uint8_t {
#define OPENACLNN_MATH_OP(name, half, float) k##name,
  OPENACLNN_MATH_FUNCTIONS(OPENACLNN_MATH_OP)
#undef OPENACLNN_MATH_OP
};

// dst[i] = op(src0[i]) of half or float; null for other types. Round goes to even half way; Sign of
// NaN is 0.
ArrayFunction FindMath(MathOp op, Element type);

// dst[i] = src0[i] / (1 + e^(-beta src0[i])); src1 is one element, beta.
ArrayFunction FindSwish(Element type);

// dst[i] = src0[i] to the power src1[i], of half, float or int32; which operands are one element
// for all. IEEE 754's pow for what is not finite. Integers wrap around; to negative exponents they
// are the quotient rounded towards zero, and 0 of 0.
enum class PowerForm : uint8_t { kTensors, kScalarExponent, kScalarBase };
ArrayFunction FindPower(PowerForm form, Element type);

// --- one element with several operations, rounded once ---

// dst[i] = max(src0[i] + or - src1[i], 0): int16, int64 (both wrap around), half, float.
ArrayFunction FindAddRelu(bool subtracts, Element type);
// dst[i] = src0[i] > 0 ? src0[i] : src0[i] * src1, which is one element: half, float.
ArrayFunction FindLeakyRelu(Element type);
// kMulAddDst: dst[i] + src0[i] src1[i], types dst and sources half half, float float, float half.
// kFusedMulAdd: src0[i] dst[i] + src1[i]; kFusedMulAddRelu: the greater of that and 0. half, float.
enum class MulAddOp : uint8_t { kMulAddDst, kFusedMulAdd, kFusedMulAddRelu };
ArrayFunction FindMulAdd(MulAddOp op, Element dst_type, Element src_type);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_MATH_H_
