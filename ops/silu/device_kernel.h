// out = self / (1 + e^-self).
#ifndef OPENACLNN_OPS_SILU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SILU_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/silu/device.h"

namespace openaclnn::silu {

OPENACLNN_ELEMENTWISE_ENTRY(silu, 2, device::SiluForward)

}  // namespace openaclnn::silu

#endif  // OPENACLNN_OPS_SILU_DEVICE_KERNEL_H_
