// gradInput = gradOutput * gelu'(self), for both forms of GELU.
#ifndef OPENACLNN_OPS_GELU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_GELU_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/gelu/device.h"

namespace openaclnn::gelu_backward {

OPENACLNN_ELEMENTWISE_ENTRY(gelu_backward_erf, 3, device::GeluGradient<device::ErfDerivative>)
OPENACLNN_ELEMENTWISE_ENTRY(gelu_backward_tanh, 3, device::GeluGradient<device::TanhDerivative>)

}  // namespace openaclnn::gelu_backward

#endif  // OPENACLNN_OPS_GELU_BACKWARD_DEVICE_KERNEL_H_
