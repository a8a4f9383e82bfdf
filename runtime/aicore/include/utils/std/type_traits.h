// A header by which kernels ask for AscendC::Std.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_UTILS_STD_TYPE_TRAITS_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_UTILS_STD_TYPE_TRAITS_H_

#include "runtime/aicore/include/ascendc/kernel_std.h"

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_UTILS_STD_TYPE_TRAITS_H_
