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
using Operation = std::conditional_t<std::is_same_v<Out, int32_t>, SeluForwardToInteger<In>, SeluForward<In>>;

template <typename In, typename Out = In>
__global__ __aicore__ void selu(GM_ADDR self, GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  GM_ADDR tensors[] = {self, out};
  ElementwiseKernel<Operation<In, Out>, In, Out>().Run(tensors, data);
}

}  // namespace openaclnn::selu

#endif  // OPENACLNN_OPS_SELU_DEVICE_KERNEL_H_
