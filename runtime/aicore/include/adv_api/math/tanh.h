// The header by which kernels ask for Tanh.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ADV_API_MATH_TANH_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ADV_API_MATH_TANH_H_

#include "runtime/aicore/include/ascendc/kernel_vector.h"

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ADV_API_MATH_TANH_H_
