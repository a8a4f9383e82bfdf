// out = self - alpha * other, of two tensors, or of a tensor and a number, which is either operand.
#ifndef OPENACLNN_OPS_SUB_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SUB_DEVICE_KERNEL_H_

#include "ops/device/axpy.h"

namespace openaclnn::sub {

using namespace openaclnn::device;

OPENACLNN_ELEMENTWISE_ENTRY(sub_tensors, 3, SubTensors<LaneFor<In>>)
OPENACLNN_ELEMENTWISE_ENTRY(sub_number, 2, AxpyNumber<true>)
OPENACLNN_ELEMENTWISE_ENTRY(sub_from_number, 2, AxpyNumber<true, true>)

}  // namespace openaclnn::sub

#endif  // OPENACLNN_OPS_SUB_DEVICE_KERNEL_H_
