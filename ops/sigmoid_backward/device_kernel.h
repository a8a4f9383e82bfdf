// gradInput = gradOutput output (1 - output).
#ifndef OPENACLNN_OPS_SIGMOID_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SIGMOID_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/sigmoid/device.h"

namespace openaclnn::sigmoid_backward {

OPENACLNN_ELEMENTWISE_ENTRY(sigmoid_backward, 3, device::SigmoidGradient)

}  // namespace openaclnn::sigmoid_backward

#endif  // OPENACLNN_OPS_SIGMOID_BACKWARD_DEVICE_KERNEL_H_
