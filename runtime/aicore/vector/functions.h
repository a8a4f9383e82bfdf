// The part of Unary that is computed with polynomials (kExp and after), for arithmetic.cc.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_FUNCTIONS_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_FUNCTIONS_H_

#include <cstddef>

#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

bool UnaryFunction(UnaryOp op, Element type, void* dst, const void* src, size_t count, bool saturate);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_FUNCTIONS_H_
