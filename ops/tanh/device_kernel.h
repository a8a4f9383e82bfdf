// out = the hyperbolic tangent of self.
#ifndef OPENACLNN_OPS_TANH_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_TANH_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/tanh/device.h"

namespace openaclnn::tanh {

OPENACLNN_ELEMENTWISE_ENTRY(tanh_entry, 2, device::TanhForward)

}  // namespace openaclnn::tanh

#endif  // OPENACLNN_OPS_TANH_DEVICE_KERNEL_H_
