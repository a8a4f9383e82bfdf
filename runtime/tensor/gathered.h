// Shapes of tensors whose elements are found by indices.
#ifndef OPENACLNN_RUNTIME_TENSOR_GATHERED_H_
#define OPENACLNN_RUNTIME_TENSOR_GATHERED_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "runtime/tensor/dims.h"

namespace openaclnn {

// A shape in which rank 0 counts as one dimension of extent 1.
Dims AtLeastOneDim(absl::Span<const int64_t> shape);

// The shape of what is gathered from a tensor of `shape` along `dim` (from the front), at places of
// which `index` is the shape: that dimension gives way to those of the index. A tensor of rank 0
// gives one of rank 0. nullopt if it has other than one index, or the result too many dimensions.
std::optional<Dims> GatheredShape(absl::Span<const int64_t> shape, size_t dim,
                                  absl::Span<const int64_t> index);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_TENSOR_GATHERED_H_
