// Logic of the bits of int16 and int32 (T).
#ifndef OPENACLNN_OPS_BITWISE_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_BITWISE_DEVICE_KERNEL_H_

#include "kernel_operator.h"
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

template <class T>
struct AndBits {
  using Lane = T;
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<AndBits>& tile) {
    And(Bits(tile.out[0]), Bits(tile.in[0]), Bits(tile.in[1]), kPieces<T> * tile.n);
  }
};

template <class T>
struct OrBits {
  using Lane = T;
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<OrBits>& tile) {
    Or(Bits(tile.out[0]), Bits(tile.in[0]), Bits(tile.in[1]), kPieces<T> * tile.n);
  }
};

template <class T>
struct NotBits {
  using Lane = T;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<NotBits>& tile) {
    Not(Bits(tile.out[0]), Bits(tile.in[0]), kPieces<T> * tile.n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(and_bits, 3, AndBits<In>)
OPENACLNN_ELEMENTWISE_ENTRY(or_bits, 3, OrBits<In>)
OPENACLNN_ELEMENTWISE_ENTRY(not_bits, 2, NotBits<In>)

}  // namespace openaclnn::bitwise

#endif  // OPENACLNN_OPS_BITWISE_DEVICE_KERNEL_H_
