// The conversions of Cast that double cannot carry, those between integers, and those of int4.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_CAST_INTEGERS_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_CAST_INTEGERS_H_

#include <cstddef>

#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

// int64 to and from float and int32, int32 to int16, int4 to and from half; false for all others.
bool CastIntegers(Element dst_type, Element src_type, Rounding rounding, void* dst, const void* src,
                  size_t count);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_CAST_INTEGERS_H_
