// The greater or the smaller of two elements.
#ifndef OPENACLNN_OPS_MAXIMUM_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_MAXIMUM_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/device/extreme.h"

namespace openaclnn::maximum {

using namespace openaclnn::device;

OPENACLNN_ELEMENTWISE_ENTRY(maximum, 3, Greater<LaneFor<In>>)
OPENACLNN_ELEMENTWISE_ENTRY(minimum, 3, Smaller<LaneFor<In>>)

}  // namespace openaclnn::maximum

#endif  // OPENACLNN_OPS_MAXIMUM_DEVICE_KERNEL_H_
