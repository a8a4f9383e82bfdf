// out = the logarithm of self or of 1 + self.
#ifndef OPENACLNN_OPS_LOG_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_LOG_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/log/device.h"

namespace openaclnn::log {

OPENACLNN_ELEMENTWISE_ENTRY(log_entry, 2, device::LogForward)
OPENACLNN_ELEMENTWISE_ENTRY(log2_entry, 2, device::Log2Forward)
OPENACLNN_ELEMENTWISE_ENTRY(log10_entry, 2, device::Log10Forward)
OPENACLNN_ELEMENTWISE_ENTRY(log1p_entry, 2, device::Log1pForward)

}  // namespace openaclnn::log

#endif  // OPENACLNN_OPS_LOG_DEVICE_KERNEL_H_
