// The header by which kernels ask for Erf.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ADV_API_MATH_ERF_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ADV_API_MATH_ERF_H_

#include "runtime/aicore/include/ascendc/kernel_vector.h"

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ADV_API_MATH_ERF_H_
