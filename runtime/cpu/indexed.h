// Elements at places of a dimension that another tensor names. A task's shape lacks this dimension:
// its extent and how far its elements are apart are among the numbers of the call (IndexedDim).
// Elements keep all their bits.
#ifndef OPENACLNN_RUNTIME_CPU_INDEXED_H_
#define OPENACLNN_RUNTIME_CPU_INDEXED_H_

#include <cstdint>

#include "runtime/cpu/elementwise.h"
#include "runtime/tensor/numbers.h"

namespace openaclnn {

// The dimension in which elements are looked up.
struct IndexedDim {
  int64_t extent;
  int64_t stride;  // in elements
  bool wraps;      // negative indices count from the end

  Numbers ToNumbers() const;
  static IndexedDim Of(const ElementwiseTask& task);

  // Whether the element at the index exists; `offset` becomes how far it is from the first.
  bool Find(int64_t index, int64_t& offset) const {
    if (wraps && index < 0) index += extent;
    const bool exists = index >= 0 && index < extent;
    offset = exists ? index * stride : 0;
    return exists;
  }
};

// Inputs: a tensor without its dimension, and indices of int32 or int64. Each element of the output
// becomes the one of the tensor at its index, or 0 where there is none.
void GatherElements(const ElementwiseTask& task, int64_t begin, int64_t end);

// Inputs: elements, and indices of int32 or int64. Output: a tensor without its dimension, at whose
// indices the elements are put; those without a place are left out. Along the indices, and only
// there, the output has stride 0. Of several elements with one place the last stays.
void PutElements(const ElementwiseTask& task, int64_t begin, int64_t end);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_CPU_INDEXED_H_
