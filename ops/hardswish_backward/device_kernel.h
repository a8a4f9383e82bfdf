// out = gradOutput * hardswish'(self), with the corners -3 and 3 inside or outside the slope.
#ifndef OPENACLNN_OPS_HARDSWISH_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_HARDSWISH_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/hardswish/device.h"

namespace openaclnn::hardswish_backward {

OPENACLNN_ELEMENTWISE_ENTRY(hardswish_backward_inclusive, 3, device::HardswishGradient<true>)
OPENACLNN_ELEMENTWISE_ENTRY(hardswish_backward_exclusive, 3, device::HardswishGradient<false>)

}  // namespace openaclnn::hardswish_backward

#endif  // OPENACLNN_OPS_HARDSWISH_BACKWARD_DEVICE_KERNEL_H_
