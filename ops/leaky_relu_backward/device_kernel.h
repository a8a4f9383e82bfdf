// out = gradOutput where self > 0, negativeSlope * gradOutput elsewhere.
#ifndef OPENACLNN_OPS_LEAKY_RELU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_LEAKY_RELU_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/leaky_relu/device.h"

namespace openaclnn::leaky_relu_backward {

OPENACLNN_ELEMENTWISE_ENTRY(leaky_relu_backward, 3, device::LeakyReluGradient)

}  // namespace openaclnn::leaky_relu_backward

#endif  // OPENACLNN_OPS_LEAKY_RELU_BACKWARD_DEVICE_KERNEL_H_
