// Device kernels of sums and differences: first + alpha * second, and with kMinus first - alpha *
// second.
#ifndef OPENACLNN_OPS_DEVICE_AXPY_H_
#define OPENACLNN_OPS_DEVICE_AXPY_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::device {

// Numbers: alpha.
template <bool kMinus>
struct AxpyTensors {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<AxpyTensors>& tile) {
    Axpy(tile.in[0], tile.in[1], kMinus ? -tile.numbers[0] : tile.numbers[0], tile.n);
    Muls(tile.out[0], tile.in[0], 1.0f, tile.n);
  }
};

// The same of int32, which wraps.
template <bool kMinus>
struct AxpyIntegers {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<AxpyIntegers>& tile) {
    const LocalTensor<int32_t> first = tile.in[0].template ReinterpretCast<int32_t>(),
                               second = tile.in[1].template ReinterpretCast<int32_t>();
    const LocalTensor<int32_t> out = tile.out[0].template ReinterpretCast<int32_t>();
    Muls(second, second, static_cast<int32_t>(tile.integers[0]), tile.n);
    if constexpr (kMinus) {
      Sub(out, first, second, tile.n);
    } else {
      Add(out, first, second, tile.n);
    }
  }
};

// Of a tensor and a number, which is the first operand or the second. Numbers: alpha, the operand.
template <bool kMinus, bool kNumberFirst = false>
struct AxpyNumber {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 1;
  static __aicore__ inline void Compute(const Tile<AxpyNumber>& tile) {
    const LocalTensor<float>&first = kNumberFirst ? tile.buffer[0] : tile.in[0],
          &second = kNumberFirst ? tile.in[0] : tile.buffer[0];
    Duplicate(tile.buffer[0], tile.numbers[1], tile.n);
    Axpy(first, second, kMinus ? -tile.numbers[0] : tile.numbers[0], tile.n);
    Muls(tile.out[0], first, 1.0f, tile.n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_AXPY_H_
