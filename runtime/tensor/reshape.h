// Shapes of results that follow from the shape of the input and from numbers. Those that kernels
// see, too, are in shape.h.
#ifndef OPENACLNN_RUNTIME_TENSOR_RESHAPE_H_
#define OPENACLNN_RUNTIME_TENSOR_RESHAPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {

// The shape of a tensor of which each element stands `repeats` times in a row, along dimension
// `dim` (not negative), or without one as elements of a single dimension. nullopt if the number is
// negative or the extent overflows.
std::optional<Dims> InterleavedShape(absl::Span<const int64_t> shape, int64_t repeats,
                                     std::optional<size_t> dim);

// The shape of a tensor that is reflected at both ends of its last dimension: pads[0] elements more
// before those it has, and pads[1] behind them; negative numbers take elements away. nullopt if
// there are not two numbers, or not as many elements to reflect, or nothing is left.
std::optional<Dims> ReflectedShape(absl::Span<const int64_t> shape, absl::Span<const int64_t> pads);

// The shapes of the pieces that a tensor is cut into along dimension `dim` (not negative) are those
// of the tensor, but for these extents. False if one is negative or they are not all of it.
bool AreExtentsOfPieces(int64_t extent, absl::Span<const int64_t> pieces);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_TENSOR_RESHAPE_H_
