// out = cos(self).
#ifndef OPENACLNN_OPS_COS_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_COS_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/trigonometric/device.h"

namespace openaclnn::cos {

using Cosine = device::SineOrCosine<true>;

OPENACLNN_ELEMENTWISE_ENTRY(cos_entry, 2, Cosine)

}  // namespace openaclnn::cos

#endif  // OPENACLNN_OPS_COS_DEVICE_KERNEL_H_
