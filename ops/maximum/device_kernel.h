// The greater or the smaller of two elements.
#ifndef OPENACLNN_OPS_MAXIMUM_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_MAXIMUM_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/device/extreme.h"

namespace openaclnn::maximum {

using namespace openaclnn::device;

OPENACLNN_ELEMENTWISE_ENTRY(maximum, 3, Greater<float>)
OPENACLNN_ELEMENTWISE_ENTRY(minimum, 3, Smaller<float>)
OPENACLNN_ELEMENTWISE_ENTRY(maximum_integers, 3, Greater<int32_t>)
OPENACLNN_ELEMENTWISE_ENTRY(minimum_integers, 3, Smaller<int32_t>)

}  // namespace openaclnn::maximum

#endif  // OPENACLNN_OPS_MAXIMUM_DEVICE_KERNEL_H_
