// Device kernels of sums and differences: first + alpha * second, and with kMinus first - alpha *
// second.
#ifndef OPENACLNN_OPS_DEVICE_AXPY_H_
#define OPENACLNN_OPS_DEVICE_AXPY_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::device {

// Numbers: alpha. Integers wrap.
template <typename T, bool kMinus>
struct AxpyTensors {
  using Lane = T;
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<AxpyTensors>& tile) {
    const LocalTensor<T>&first = tile.in[0], &second = tile.in[1], &out = tile.out[0];
    if constexpr (std::is_same_v<T, float>) {
      Axpy(first, second, kMinus ? -tile.Number(0) : tile.Number(0), tile.n);
      Muls(out, first, 1.0f, tile.n);
    } else {
      Muls(second, second, tile.Number(0), tile.n);
      if constexpr (kMinus) {
        Sub(out, first, second, tile.n);
      } else {
        Add(out, first, second, tile.n);
      }
    }
  }
};
template <typename T>
using AddTensors = AxpyTensors<T, false>;
template <typename T>
using SubTensors = AxpyTensors<T, true>;

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
