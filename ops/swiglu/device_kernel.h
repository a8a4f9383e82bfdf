// out = silu(activated) * other.
#ifndef OPENACLNN_OPS_SWIGLU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SWIGLU_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/silu/device.h"

namespace openaclnn::swiglu {

OPENACLNN_ELEMENTWISE_ENTRY(swiglu, 3, device::GatedSiluForward)

}  // namespace openaclnn::swiglu

#endif  // OPENACLNN_OPS_SWIGLU_DEVICE_KERNEL_H_
