// The Ascend C kernels that move elements, which keep all their bits. Products with DataCopyPad.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_MOVE_KERNEL_H_
#define OPENACLNN_RUNTIME_EXECUTOR_MOVE_KERNEL_H_

#include "runtime/aicore/launch.h"

namespace openaclnn {

// Arguments: the input, the output. Tiling: MoveTiling.
extern const aicore::DeviceKernel kMoveKernel;

// Arguments: the input, the index, the output. Tiling: IndexedTiling. What the index does not find
// becomes 0.
extern const aicore::DeviceKernel kGatherKernel;

// The same by Gather, for elements of 2, 4 and 8 bytes that lie one after the other along the
// indices, which are the same for each run: rows of the input have room in a buffer.
extern const aicore::DeviceKernel kGatherRowsKernel;

// Arguments and tiling: the same. Of several runs for one place the last stays, and those without a
// place are left out. The dimensions of the index are the last of the tiling.
extern const aicore::DeviceKernel kPutKernel;

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_MOVE_KERNEL_H_
