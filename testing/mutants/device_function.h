// Launches of device kernels as element-wise functions, so that whatever stands in for kernels of
// the CPU backend can stand in for them, too.
#ifndef OPENACLNN_TESTING_MUTANTS_DEVICE_FUNCTION_H_
#define OPENACLNN_TESTING_MUTANTS_DEVICE_FUNCTION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "runtime/cpu/elementwise.h"
#include "runtime/executor/device_step.h"

namespace openaclnn::testing {

// The launch's tensors as contiguous operands of one dimension, in its kernel's types.
ElementwiseTask TaskOf(const DeviceStep& step);

// Computes what the step's kernel computes, on operands of any types and strides, as a plan would:
// elements [begin, end) are gathered into contiguous tensors of the types that the kernel has for
// them. A launch computes them, and what it wrote is put where it belongs. Another function for
// each kernel (variant), product and `saturate`; the same for the same.
ElementwiseFunction FunctionOf(const DeviceStep& step, bool saturate);

// The name of a function's kernel. Only for what FunctionOf gave.
const char* KernelNameOf(ElementwiseFunction function);

// Elements of a task that are computed apart from the others: those of a block of the launch, or a
// chunk of the CPU backend's for other functions than FunctionOf's.
int64_t ChunkOf(ElementwiseFunction function, int64_t count);

// The first error of a launch by such a function since this was asked last.
absl::Status TakeLaunchError();

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_MUTANTS_DEVICE_FUNCTION_H_
