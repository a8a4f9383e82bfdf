// The gradients of both halves: yGrad * other * silu'(activated), and yGrad * silu(activated).
#ifndef OPENACLNN_OPS_SWIGLU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SWIGLU_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/silu/device.h"

namespace openaclnn::swiglu_backward {

OPENACLNN_ELEMENTWISE_ENTRY(swiglu_backward, 5, device::GatedSiluGradient)

}  // namespace openaclnn::swiglu_backward

#endif  // OPENACLNN_OPS_SWIGLU_BACKWARD_DEVICE_KERNEL_H_
