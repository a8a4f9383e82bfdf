// gradInput = gradOutput * selu', from the result of selu.
#ifndef OPENACLNN_OPS_SELU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SELU_BACKWARD_DEVICE_KERNEL_H_

#include <type_traits>

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/math/selu/device.h"

namespace openaclnn::selu_backward {

using namespace openaclnn::device;

template <typename T>
using Operation = std::conditional_t<std::is_same_v<T, int32_t>, SeluIntegerGradient, SeluGradient>;

template <typename T>
__global__ __aicore__ void selu_backward(GM_ADDR gradOutput, GM_ADDR result, GM_ADDR gradInput, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  GM_ADDR tensors[] = {gradOutput, result, gradInput};
  ElementwiseKernel<Operation<T>, T>().Run(tensors, data);
}

}  // namespace openaclnn::selu_backward

#endif  // OPENACLNN_OPS_SELU_BACKWARD_DEVICE_KERNEL_H_
