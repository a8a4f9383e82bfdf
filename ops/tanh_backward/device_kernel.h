// gradInput = gradOutput (1 - output^2).
#ifndef OPENACLNN_OPS_TANH_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_TANH_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/tanh/device.h"

namespace openaclnn::tanh_backward {

OPENACLNN_ELEMENTWISE_ENTRY(tanh_backward, 3, device::TanhGradient)

}  // namespace openaclnn::tanh_backward

#endif  // OPENACLNN_OPS_TANH_BACKWARD_DEVICE_KERNEL_H_
