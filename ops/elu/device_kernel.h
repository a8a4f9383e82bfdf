// out = scale self where self > 0, alpha scale (e^(inputScale self) - 1) elsewhere. Numbers: alpha,
// scale, inputScale.
#ifndef OPENACLNN_OPS_ELU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ELU_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/elu/device.h"

namespace openaclnn::elu {

OPENACLNN_ELEMENTWISE_ENTRY(elu, 2, device::EluForward)

}  // namespace openaclnn::elu

#endif  // OPENACLNN_OPS_ELU_DEVICE_KERNEL_H_
