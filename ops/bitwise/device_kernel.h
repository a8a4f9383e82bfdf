// Logic of the bits of int16 and int32 (T).
#ifndef OPENACLNN_OPS_BITWISE_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_BITWISE_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::bitwise {

using namespace openaclnn::device;

// The vector unit has logic for 16-bit elements.
template <class T>
__aicore__ inline LocalTensor<int16_t> Bits(const LocalTensor<T>& tensor) {
  return tensor.template ReinterpretCast<int16_t>();
}
template <class T>
constexpr int32_t kPieces = sizeof(T) / sizeof(int16_t);

template <class T, bool kAnd>
struct TwoBits {
  using Lane = T;
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<TwoBits>& tile) {
    const auto out = Bits(tile.out[0]), self = Bits(tile.in[0]), other = Bits(tile.in[1]);
    kAnd ? And(out, self, other, kPieces<T> * tile.n) : Or(out, self, other, kPieces<T> * tile.n);
  }
};
template <class T>
using AndBits = TwoBits<T, true>;
template <class T>
using OrBits = TwoBits<T, false>;

template <class T>
struct NotBits {
  using Lane = T;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<NotBits>& tile) {
    Not(Bits(tile.out[0]), Bits(tile.in[0]), kPieces<T> * tile.n);
  }
};

}  // namespace openaclnn::bitwise

#endif  // OPENACLNN_OPS_BITWISE_DEVICE_KERNEL_H_
