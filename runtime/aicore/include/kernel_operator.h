// Ascend C for the host's compiler: the subset of the vendor's device API that docs/ascendc.md
// lists, executed by the simulated AI Core. A kernel includes this header and says nothing about
// where it runs.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_KERNEL_OPERATOR_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_KERNEL_OPERATOR_H_

#include "runtime/aicore/include/ascendc/kernel_data_copy.h"
#include "runtime/aicore/include/ascendc/kernel_log.h"
#include "runtime/aicore/include/ascendc/kernel_memory.h"
#include "runtime/aicore/include/ascendc/kernel_scalar.h"
#include "runtime/aicore/include/ascendc/kernel_std.h"
#include "runtime/aicore/include/ascendc/kernel_sync.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_tpipe.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/include/ascendc/kernel_utils.h"
#include "runtime/aicore/include/ascendc/kernel_vector.h"
#include "runtime/aicore/include/kernel_tiling/kernel_tiling.h"
#include "runtime/aicore/vector/half.h"

using half = openaclnn::aicore::Half;
using bfloat16_t = openaclnn::aicore::BFloat16;

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_KERNEL_OPERATOR_H_
