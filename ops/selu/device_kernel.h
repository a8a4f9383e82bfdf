// out = selu(self).
#ifndef OPENACLNN_OPS_SELU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SELU_DEVICE_KERNEL_H_

#include <type_traits>

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/selu/device.h"

namespace openaclnn::selu {

using namespace openaclnn::device;

template <typename In, typename Out>
using Operation =
    std::conditional_t<std::is_same_v<Out, int32_t>, SeluForwardToInteger<In>, SeluForward<In>>;

OPENACLNN_ELEMENTWISE_ENTRY(selu, 2, Operation<In, Out>)

}  // namespace openaclnn::selu

#endif  // OPENACLNN_OPS_SELU_DEVICE_KERNEL_H_
