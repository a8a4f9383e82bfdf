// The part of FindUnary that is computed with polynomials (kExp and after), for arithmetic.cc.
#ifndef OPENACLNN_RUNTIME_AICORE_VECTOR_FUNCTIONS_H_
#define OPENACLNN_RUNTIME_AICORE_VECTOR_FUNCTIONS_H_

#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {

ArrayFunction FindFunction(UnaryOp op, Element type);

}  // namespace openaclnn::aicore::vector

#endif  // OPENACLNN_RUNTIME_AICORE_VECTOR_FUNCTIONS_H_
