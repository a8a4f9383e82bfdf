// out = sin(self).
#ifndef OPENACLNN_OPS_SIN_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SIN_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/trigonometric/device.h"

namespace openaclnn::sin {

using Sine = device::SineOrCosine<false>;

OPENACLNN_ELEMENTWISE_ENTRY(sin_entry, 2, Sine)

}  // namespace openaclnn::sin

#endif  // OPENACLNN_OPS_SIN_DEVICE_KERNEL_H_
