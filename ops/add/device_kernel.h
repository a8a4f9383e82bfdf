// out = self + alpha * other, of two tensors, or of a tensor and a number.
#ifndef OPENACLNN_OPS_ADD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ADD_DEVICE_KERNEL_H_

#include "ops/device/axpy.h"

namespace openaclnn::add {

using namespace openaclnn::device;

OPENACLNN_ELEMENTWISE_ENTRY(add_tensors, 3, AddTensors<LaneFor<In>>)
OPENACLNN_ELEMENTWISE_ENTRY(add_number, 2, AxpyNumber<false>)

}  // namespace openaclnn::add

#endif  // OPENACLNN_OPS_ADD_DEVICE_KERNEL_H_
