// out = erf(self).
#ifndef OPENACLNN_OPS_ERF_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ERF_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/erf/device.h"

namespace openaclnn::erf {

OPENACLNN_ELEMENTWISE_ENTRY(erf_entry, 2, device::ErfForward)

}  // namespace openaclnn::erf

#endif  // OPENACLNN_OPS_ERF_DEVICE_KERNEL_H_
