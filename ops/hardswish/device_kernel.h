// out = hardswish(self).
#ifndef OPENACLNN_OPS_HARDSWISH_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_HARDSWISH_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/hardswish/device.h"

namespace openaclnn::hardswish {

OPENACLNN_ELEMENTWISE_ENTRY(hardswish, 2, device::HardswishForward)

}  // namespace openaclnn::hardswish

#endif  // OPENACLNN_OPS_HARDSWISH_DEVICE_KERNEL_H_
