// Rows of elements as kernels compute them: by whole blocks of vectors, and what does not fill one.
#ifndef OPENACLNN_RUNTIME_CPU_ROWS_H_
#define OPENACLNN_RUNTIME_CPU_ROWS_H_

#include <cstddef>
#include <cstdint>

#include "runtime/cpu/elementwise.h"

namespace openaclnn {

// What a kernel has for operands that all have one type.
struct RowLoops {
  // Elements [begin, end), whole blocks of them, which lie one after the other in each operand.
  // Where results go past the caches (`stream`), they must be aligned as vectors. Bit i of
  // `repeated` says that input i is one block, which is read again and again.
  using Loop = void (*)(const void* kernel, const void* const* inputs, void* const* outputs,
                        size_t begin, size_t end, bool stream, uint32_t repeated);

  Loop consecutive;      // where no input is repeated
  Loop repeated;         // where some are, but not all: null for kernels of one input
  size_t block;          // elements: of two vectors or more
  size_t element_bytes;  // in memory
  size_t vector_bytes;   // of an aligned store
};

// Elements [begin, end) of a task whose HasLongRows() is true.
void RunRows(const ElementwiseTask& task, int64_t begin, int64_t end, const RowLoops& loops,
             const void* kernel);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_CPU_ROWS_H_
