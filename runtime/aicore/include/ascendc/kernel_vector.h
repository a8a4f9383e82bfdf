// All vector instructions.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_H_

#include "runtime/aicore/include/ascendc/kernel_math.h"               // IWYU pragma: export
#include "runtime/aicore/include/ascendc/kernel_vector_arithmetic.h"  // IWYU pragma: export
#include "runtime/aicore/include/ascendc/kernel_vector_conversion.h"  // IWYU pragma: export
#include "runtime/aicore/include/ascendc/kernel_vector_gather.h"      // IWYU pragma: export
#include "runtime/aicore/include/ascendc/kernel_vector_reduce.h"      // IWYU pragma: export
#include "runtime/aicore/include/ascendc/kernel_vector_select.h"      // IWYU pragma: export
#include "runtime/aicore/include/ascendc/kernel_vector_sort.h"        // IWYU pragma: export

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_VECTOR_H_
