// Elements that the AI Core moves: what it does of the element-wise functions that keep all bits.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_DEVICE_MOVE_H_
#define OPENACLNN_RUNTIME_EXECUTOR_DEVICE_MOVE_H_

#include "runtime/aicore/launch.h"
#include "runtime/base/status_fwd.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/products/products.h"

namespace openaclnn {

// Whether the chip's AI Core does this: copies within one type, and elements gathered from indices
// or put there, of any strides, where it has DataCopyPad. All else is the AI CPU's.
bool MovesOnAiCore(const Soc& soc, ElementwiseFunction function, const ElementwiseTask& task);

// Does it. Error: what the kernel did wrong.
absl::Status Move(const Soc& soc, ElementwiseFunction function, const ElementwiseTask& task,
                  aicore::BlockOrder order);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_DEVICE_MOVE_H_
