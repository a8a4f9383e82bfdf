// Extents, strides and what can be said about them without data.
#ifndef OPENACLNN_RUNTIME_TENSOR_SHAPE_H_
#define OPENACLNN_RUNTIME_TENSOR_SHAPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/types/span.h"
#include "runtime/tensor/dims.h"

namespace openaclnn {

// Product of the extents; 1 for rank 0. nullopt if an extent is negative or the product does not
// fit in 63 bits.
std::optional<int64_t> ElementCount(absl::Span<const int64_t> shape);

// Row-major strides in elements.
Dims ContiguousStrides(absl::Span<const int64_t> shape);

// True if the elements of the view lie one after the other in row-major order. Dimensions of extent
// 1 have no say, and views of at most one element are contiguous.
bool IsContiguous(absl::Span<const int64_t> shape, absl::Span<const int64_t> strides);

// Lowest and highest element index the view touches, relative to its first element; {0, -1} for an
// empty view. nullopt on overflow.
struct Extent {
  int64_t lowest;
  int64_t highest;
};
std::optional<Extent> TouchedExtent(absl::Span<const int64_t> shape,
                                    absl::Span<const int64_t> strides);

// The shape both broadcast to (aligned at the last dimension; extents equal or one of them 1), or
// nullopt.
std::optional<Dims> BroadcastShapes(absl::Span<const int64_t> a, absl::Span<const int64_t> b);

// Strides of a view of shape `from` read as if it had shape `to` (to which it must broadcast): 0
// where it repeats.
Dims BroadcastStrides(absl::Span<const int64_t> from, absl::Span<const int64_t> strides,
                      absl::Span<const int64_t> to);

// The dimension, which counts from the end if it is negative, counted from the front.
inline size_t DimFromFront(int64_t dim, size_t rank) {
  return static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(rank) : dim);
}

// The elements begin, begin + step, ... of a dimension, `count` of them.
struct Section {
  int64_t begin;
  int64_t count;
};
// Those from `start` on and before `end`, in steps of at least 1. Negative limits count from the
// end, and limits beyond the dimension are those of the dimension.
Section SectionOf(int64_t extent, int64_t start, int64_t end, int64_t step);

// The shape of a tensor that is repeated along each of its dimensions, aligned at the last one.
// nullopt if there are fewer numbers than dimensions or more than kMaxDims, or one is negative, or
// an extent overflows.
std::optional<Dims> RepeatedShape(absl::Span<const int64_t> shape,
                                  absl::Span<const int64_t> repeats);

// How many elements a tensor gets before and after its own along a dimension; negative if it
// loses them. `pads` has both numbers for the last dimension, then for the one before it, and so
// on; other dimensions get none.
struct Pads {
  int64_t before;
  int64_t after;
};
Pads PadsOf(absl::Span<const int64_t> pads, size_t rank, size_t dim);

// The shape with the pads. nullopt if the numbers are odd in count or more than two for each
// dimension, or more elements are taken away than there are, or an extent overflows.
std::optional<Dims> PaddedShape(absl::Span<const int64_t> shape, absl::Span<const int64_t> pads);

// "[2, 3, 4]", as the vendor's messages print it.
std::string DimsToString(absl::Span<const int64_t> dims);

// True if two different elements of the view share a place in memory. Decided exactly for what
// slicing, transposing and expanding produce; in doubt true.
bool OverlapsItself(absl::Span<const int64_t> shape, absl::Span<const int64_t> strides);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_TENSOR_SHAPE_H_
