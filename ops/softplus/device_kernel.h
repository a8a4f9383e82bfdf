// out = ln(1 + e^(beta self)) / beta, but self where beta self > threshold. Numbers: beta,
// threshold.
#ifndef OPENACLNN_OPS_SOFTPLUS_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SOFTPLUS_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/softplus/device.h"

namespace openaclnn::softplus {

OPENACLNN_ELEMENTWISE_ENTRY(softplus, 2, device::SoftplusForward)

}  // namespace openaclnn::softplus

#endif  // OPENACLNN_OPS_SOFTPLUS_DEVICE_KERNEL_H_
