// out = self + alpha * other, of two tensors, or of a tensor and a number.
#ifndef OPENACLNN_OPS_ADD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ADD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::add {

using namespace openaclnn::device;

// Numbers: alpha.
struct AddTensors {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<AddTensors>& tile) {
    Axpy(tile.in[0], tile.in[1], tile.numbers[0], tile.n);
    Muls(tile.out[0], tile.in[0], 1.0f, tile.n);
  }
};

// The same of int32, which wraps.
struct AddIntegers {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<AddIntegers>& tile) {
    const LocalTensor<int32_t> self = tile.in[0].ReinterpretCast<int32_t>(), other = tile.in[1].ReinterpretCast<int32_t>();
    Muls(other, other, static_cast<int32_t>(tile.integers[0]), tile.n);
    Add(tile.out[0].ReinterpretCast<int32_t>(), self, other, tile.n);
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

OPENACLNN_ELEMENTWISE_ENTRY(add_integers, 3, AddIntegers)
OPENACLNN_ELEMENTWISE_ENTRY(add_tensors, 3, AddTensors)
OPENACLNN_ELEMENTWISE_ENTRY(add_number, 2, AddNumber)

}  // namespace openaclnn::add

#endif  // OPENACLNN_OPS_ADD_DEVICE_KERNEL_H_
