// What the kernels that move elements are told: written by the host (device_move.cc), read by the
// kernels (move_kernel.cc). All lengths, steps and offsets are in bytes.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_MOVE_TILING_H_
#define OPENACLNN_RUNTIME_EXECUTOR_MOVE_TILING_H_

#include <cstdint>

// More dimensions than views have, also those that operators divide into two.
inline constexpr int kMaxMoveDims = 16;

// In the unified buffer runs begin at multiples of so many bytes.
inline constexpr int64_t kMoveSlot = 32;

// Where a tensor begins in its argument, and how it steps along the dimensions of the runs.
struct MoveOperand {
  int64_t offset;
  int64_t steps[kMaxMoveDims];
};

// What is moved is `run` bytes long at a time, in pieces that the unified buffer has room for.
struct MoveTiling {
  int64_t run;
  int64_t piece;                  // of a run at most
  int64_t pieces;                 // of each run
  int64_t units;                  // pieces of all runs, those of a run next to each other
  int64_t perBlock;               // units of a block; the last block takes what is left
  int64_t room;                   // of a buffer
  int64_t rank;                   // 1 or more
  int64_t extents[kMaxMoveDims];  // of the dimensions of the runs, the outermost first
  MoveOperand from, to;
};

// Elements of an index, which name places along a dimension that the moved tensors lack.
struct IndexTiling {
  MoveOperand operand;
  int64_t bytes;   // of an element: 4 or 8
  int64_t extent;  // of the dimension
  int64_t step;
  int64_t wraps;  // negative elements count from the end
};

// Runs come from where an index says, or go there.
struct IndexedTiling {
  MoveTiling move;
  IndexTiling index;
  int64_t element;  // bytes
  int64_t ranges;   // blocks that have the same units, each for its part of the dimension
};

#endif  // OPENACLNN_RUNTIME_EXECUTOR_MOVE_TILING_H_
