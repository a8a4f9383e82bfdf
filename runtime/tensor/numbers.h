// The numbers of one kernel. Apart from number.h, which the code generated for every function
// includes: it compiles in half the time without this container.
#ifndef OPENACLNN_RUNTIME_TENSOR_NUMBERS_H_
#define OPENACLNN_RUNTIME_TENSOR_NUMBERS_H_

#include "absl/container/inlined_vector.h"
#include "runtime/tensor/number.h"

namespace openaclnn {

// In the order the host code gives them.
using Numbers = absl::InlinedVector<Number, 3>;

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_TENSOR_NUMBERS_H_
