// out = other * gelu(activated), outGelu = gelu(activated): the product is taken before gelu is
// rounded to the type of the tensors.
#ifndef OPENACLNN_OPS_GEGLU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_GEGLU_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/gelu/device.h"

namespace openaclnn::geglu {

OPENACLNN_ELEMENTWISE_ENTRY(geglu_erf, 4, device::GatedGeluForward<device::Erf>)
OPENACLNN_ELEMENTWISE_ENTRY(geglu_tanh, 4, device::GatedGeluForward<device::Tanh>)

}  // namespace openaclnn::geglu

#endif  // OPENACLNN_OPS_GEGLU_DEVICE_KERNEL_H_
