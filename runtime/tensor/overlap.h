// Do two views of memory share a byte?
#ifndef OPENACLNN_RUNTIME_TENSOR_OVERLAP_H_
#define OPENACLNN_RUNTIME_TENSOR_OVERLAP_H_

#include <cstdint>

#include "runtime/tensor/shape.h"

namespace openaclnn {

// A view in memory. Shape and strides, in elements, must outlive it, and no element may be further
// away than addresses reach.
struct PlacedView {
  PlacedView() = default;  // an empty one
  PlacedView(const char* first, int64_t element_bytes, const Dims& shape, const Dims& strides);

  bool empty() const { return begin == end; }

  const char* first = nullptr;  // of the element whose indices are all 0
  int64_t element_bytes = 0;
  const Dims* shape = nullptr;
  const Dims* strides = nullptr;
  // All bytes lie in [begin, end).
  const char* begin = nullptr;
  const char* end = nullptr;
};

enum class Overlap {
  kNone,
  kSame,     // every element of one is the same element of the other
  kPartial,  // anything else, or too hard to tell
};

// Exact for views of up to a few dimensions, such as two column slices of one matrix; gives up on
// the safe side, with kPartial, where the search would be long.
Overlap Compare(const PlacedView& a, const PlacedView& b);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_TENSOR_OVERLAP_H_
