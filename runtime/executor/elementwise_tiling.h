// How an element-wise device kernel divides its work: written by the host (device_step.cc), read by
// the kernel.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_ELEMENTWISE_TILING_H_
#define OPENACLNN_RUNTIME_EXECUTOR_ELEMENTWISE_TILING_H_

#include <cstdint>

// More numbers than any element-wise function has.
inline constexpr int kMaxNumbers = 4;

struct ElementwiseTiling {
  int64_t total;     // elements
  int64_t perBlock;  // elements of a block; the last block takes what is left, at least a 32-byte
                     // block of every operand
  int32_t tile;      // elements that go through the unified buffer at a time
  int32_t capacity;  // elements a buffer has room for: a tile, and what would be too little for a
                     // tile of its own
  int32_t hasPad;    // DataCopyPad exists
  int32_t keepsInfNan;  // conversions saturate where nobody asked for it, so the kernel restores
                        // infinities and NaN
  // The numbers of the call, as float32 and as integers (Number::AsFloat, AsInt64).
  float numbers[kMaxNumbers];
  int64_t integers[kMaxNumbers];
};

#endif  // OPENACLNN_RUNTIME_EXECUTOR_ELEMENTWISE_TILING_H_
