// The Ascend C kernels that move elements, by copies alone: they keep all their bits. Products with
// DataCopyPad.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_MOVE_KERNEL_H_
#define OPENACLNN_RUNTIME_EXECUTOR_MOVE_KERNEL_H_

#include "runtime/aicore/launch.h"

namespace openaclnn {

// Arguments: the input, the output. Tiling: MoveTiling.
extern const aicore::DeviceKernel kMoveKernel;

// Arguments: the input, the index, the output. Tiling: GatherTiling. What the index does not find
// becomes 0.
extern const aicore::DeviceKernel kGatherKernel;

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_MOVE_KERNEL_H_
