// y = gelu(x), for both forms of GELU.
#ifndef OPENACLNN_OPS_GELU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_GELU_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/gelu/device.h"

namespace openaclnn::gelu {

OPENACLNN_ELEMENTWISE_ENTRY(gelu_erf, 2, device::GeluForward<device::Erf>)
OPENACLNN_ELEMENTWISE_ENTRY(gelu_tanh, 2, device::GeluForward<device::Tanh>)

}  // namespace openaclnn::gelu

#endif  // OPENACLNN_OPS_GELU_DEVICE_KERNEL_H_
