// gradInput = gradOutput / (1 + e^(-beta self)), but gradOutput where beta self > threshold.
// Numbers: beta, threshold.
#ifndef OPENACLNN_OPS_SOFTPLUS_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SOFTPLUS_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/softplus/device.h"

namespace openaclnn::softplus_backward {

OPENACLNN_ELEMENTWISE_ENTRY(softplus_backward, 3, device::SoftplusGradient)

}  // namespace openaclnn::softplus_backward

#endif  // OPENACLNN_OPS_SOFTPLUS_BACKWARD_DEVICE_KERNEL_H_
