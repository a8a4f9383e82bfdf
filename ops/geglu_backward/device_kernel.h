// The gradients of both halves: gradOutput * other * gelu'(activated), and gradOutput * gelu with
// the gelu that was passed in.
#ifndef OPENACLNN_OPS_GEGLU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_GEGLU_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/gelu/device.h"

namespace openaclnn::geglu_backward {

OPENACLNN_ELEMENTWISE_ENTRY(geglu_backward_erf, 6, device::GatedGeluGradient<device::ErfDerivative>)
OPENACLNN_ELEMENTWISE_ENTRY(geglu_backward_tanh, 6,
                            device::GatedGeluGradient<device::WideTanhDerivative>)

}  // namespace openaclnn::geglu_backward

#endif  // OPENACLNN_OPS_GEGLU_BACKWARD_DEVICE_KERNEL_H_
