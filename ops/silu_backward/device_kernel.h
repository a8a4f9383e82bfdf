// gradInput = gradOutput * silu'(self).
#ifndef OPENACLNN_OPS_SILU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SILU_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/silu/device.h"

namespace openaclnn::silu_backward {

OPENACLNN_ELEMENTWISE_ENTRY(silu_backward, 3, device::SiluGradient)

}  // namespace openaclnn::silu_backward

#endif  // OPENACLNN_OPS_SILU_BACKWARD_DEVICE_KERNEL_H_
