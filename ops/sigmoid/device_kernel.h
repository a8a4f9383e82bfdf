// out = 1 / (1 + e^-self).
#ifndef OPENACLNN_OPS_SIGMOID_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SIGMOID_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/sigmoid/device.h"

namespace openaclnn::sigmoid {

OPENACLNN_ELEMENTWISE_ENTRY(sigmoid_entry, 2, device::SigmoidForward)

}  // namespace openaclnn::sigmoid

#endif  // OPENACLNN_OPS_SIGMOID_DEVICE_KERNEL_H_
