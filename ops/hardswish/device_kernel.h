// out = hardswish(self).
#ifndef OPENACLNN_OPS_HARDSWISH_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_HARDSWISH_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"

namespace openaclnn::hardswish {

using namespace openaclnn::device;

// x (x + 3) / 6 between -3 and 3, -0 below, x above. Float32 results take the error of each step into account, to be within 1 ULP.
struct Hardswish {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 3 + ExactProduct::kBuffers;
  static __aicore__ inline void Compute(const Tile<Hardswish>& tile) {
    const Floats &x = tile.in[0], &inner = tile.buffer[0], &sum = tile.buffer[1], &low = tile.buffer[2];
    const int32_t n = tile.n;
    ExactProduct product(&tile.buffer[3]);
    Duplicate(sum, -3.0f, n);
    Max(inner, x, sum, n);
    Duplicate(sum, 3.0f, n);
    Min(inner, inner, sum, n);
    // x + 3 = sum + low
    Adds(sum, inner, 3.0f, n);
    Adds(low, sum, -3.0f, n);
    Sub(low, inner, low, n);
    product.Multiply(inner, sum, low, nullptr, n);
    Muls(product.unscale, product.unscale, 0.5f, n);
    product.RoundThird(inner, n);
    AboveMask(sum, x, 3.0f, n);
    Merge(tile.out[0], sum, x, inner, n);
  }
};

template <typename T>
__global__ __aicore__ void hardswish(GM_ADDR self, GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  GM_ADDR tensors[] = {self, out};
  ElementwiseKernel<Hardswish, T>().Run(tensors, data);
}

}  // namespace openaclnn::hardswish

#endif  // OPENACLNN_OPS_HARDSWISH_DEVICE_KERNEL_H_
