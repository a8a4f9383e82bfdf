// One element with an operation and a conversion, in exact arithmetic and rounded once to nearest
// even; integers saturate, and NaN becomes 0 of them. The documents say nothing about either.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_CONVERT_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_CONVERT_H_

#include <cstddef>
#include <cstdint>

#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

// dst[i] = max(src0[i] + or - src1[i], 0): float to half, half and int16 to int8. Null for others.
ArrayFunction FindAddReluCast(bool subtracts, Element dst_type, Element src_type);
// dst[i] = src0[i] src1[i]: half to int8 and uint8.
ArrayFunction FindMulCast(Element dst_type, Element src_type);

// dst[i] = max((src0[i] + src1[i]) scale, 0): int32 to half. scale has the digits of a half.
void AddDeqRelu(void* dst, const void* src0, const void* src1, float scale, size_t count,
                bool saturate);

// dst[i] = src[i] scale, rounded, + offset: int16 to int8 or uint8. scale has the digits of a half.
void Dequantize(bool to_signed, void* dst, const void* src, float scale, int16_t offset,
                size_t count);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_CONVERT_H_
