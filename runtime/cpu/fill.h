// Elements that are all the same.
#ifndef OPENACLNN_RUNTIME_CPU_FILL_H_
#define OPENACLNN_RUNTIME_CPU_FILL_H_

#include "runtime/cpu/elementwise.h"

namespace openaclnn {

// No input and one output, of an integer type: the first number of the call, whatever stood there.
extern const CpuKernel kFilledOnCpu;

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_CPU_FILL_H_
