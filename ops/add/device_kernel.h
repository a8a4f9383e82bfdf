// out = self + alpha * other, of two tensors, or of a tensor and a number.
#ifndef OPENACLNN_OPS_ADD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ADD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::add {

using namespace openaclnn::device;

struct AddPlain {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<AddPlain>& tile) { Add(tile.out[0], tile.in[0], tile.in[1], tile.n); }
};

// Numbers: alpha.
struct AddScaled {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<AddScaled>& tile) {
    Axpy(tile.in[0], tile.in[1], tile.numbers[0], tile.n);
    Muls(tile.out[0], tile.in[0], 1.0f, tile.n);
  }
};

// Numbers: alpha, other.
struct AddNumber {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 1;
  static __aicore__ inline void Compute(const Tile<AddNumber>& tile) {
    Duplicate(tile.buffer[0], tile.numbers[1], tile.n);
    Axpy(tile.in[0], tile.buffer[0], tile.numbers[0], tile.n);
    Muls(tile.out[0], tile.in[0], 1.0f, tile.n);
  }
};

template <typename T>
__global__ __aicore__ void add_plain(GM_ADDR self, GM_ADDR other, GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  GM_ADDR tensors[] = {self, other, out};
  ElementwiseKernel<AddPlain, T>().Run(tensors, data);
}

template <typename T>
__global__ __aicore__ void add_scaled(GM_ADDR self, GM_ADDR other, GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  GM_ADDR tensors[] = {self, other, out};
  ElementwiseKernel<AddScaled, T>().Run(tensors, data);
}

template <typename T>
__global__ __aicore__ void add_number(GM_ADDR self, GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  GM_ADDR tensors[] = {self, out};
  ElementwiseKernel<AddNumber, T>().Run(tensors, data);
}

}  // namespace openaclnn::add

#endif  // OPENACLNN_OPS_ADD_DEVICE_KERNEL_H_
