// Arithmetic with the numbers of views. Those of a view that fits no memory, which the second phase
// rejects, may be too large, and the stride of a single element may be any number.
#ifndef OPENACLNN_RUNTIME_TENSOR_WRAPPING_H_
#define OPENACLNN_RUNTIME_TENSOR_WRAPPING_H_

#include <cstdint>

namespace openaclnn {

// They wrap around.
inline int64_t WrappingSum(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
inline int64_t WrappingProduct(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_TENSOR_WRAPPING_H_
