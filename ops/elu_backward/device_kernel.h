// gradInput = gradOutput scale where x > 0; elsewhere gradOutput alpha scale inputScale
// e^(inputScale x), or of the result y gradOutput inputScale (y + alpha scale). Numbers: alpha,
// scale, inputScale.
#ifndef OPENACLNN_OPS_ELU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ELU_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/elu/device.h"

namespace openaclnn::elu_backward {

OPENACLNN_ELEMENTWISE_ENTRY(elu_backward, 3, device::EluGradient)
OPENACLNN_ELEMENTWISE_ENTRY(elu_backward_from_result, 3, device::EluGradientFromResult)

}  // namespace openaclnn::elu_backward

#endif  // OPENACLNN_OPS_ELU_BACKWARD_DEVICE_KERNEL_H_
