// out = self where self > 0, negativeSlope * self elsewhere.
#ifndef OPENACLNN_OPS_LEAKY_RELU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_LEAKY_RELU_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/leaky_relu/device.h"

namespace openaclnn::leaky_relu {

OPENACLNN_ELEMENTWISE_ENTRY(leaky_relu, 2, device::LeakyReluForward)

}  // namespace openaclnn::leaky_relu

#endif  // OPENACLNN_OPS_LEAKY_RELU_DEVICE_KERNEL_H_
