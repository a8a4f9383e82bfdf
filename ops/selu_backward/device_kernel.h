// gradInput = gradOutput * selu', from the result of selu.
#ifndef OPENACLNN_OPS_SELU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SELU_BACKWARD_DEVICE_KERNEL_H_

#include <type_traits>

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/selu.h"

namespace openaclnn::selu_backward {

using namespace openaclnn::device;

template <typename T>
using Operation = std::conditional_t<std::is_same_v<T, int32_t>, SeluIntegerGradient, SeluGradient>;

OPENACLNN_ELEMENTWISE_ENTRY(selu_backward, 3, Operation<In>)

}  // namespace openaclnn::selu_backward

#endif  // OPENACLNN_OPS_SELU_BACKWARD_DEVICE_KERNEL_H_
