// Copies elements between any layouts and types.
#ifndef OPENACLNN_RUNTIME_CPU_COPY_H_
#define OPENACLNN_RUNTIME_CPU_COPY_H_

#include <cstdint>

#include "runtime/cpu/elementwise.h"

namespace openaclnn {

// An ElementwiseFunction: the output is the input, rounded once if its type is narrower.
void CopyElements(const ElementwiseTask& task, int64_t begin, int64_t end);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_CPU_COPY_H_
