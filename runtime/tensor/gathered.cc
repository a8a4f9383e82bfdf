#include "runtime/tensor/gathered.h"

#include "runtime/tensor/shape.h"

namespace openaclnn {

Dims AtLeastOneDim(absl::Span<const int64_t> shape) {
  return shape.empty() ? Dims(1, 1) : Dims(shape.begin(), shape.end());
}

std::optional<Dims> GatheredShape(absl::Span<const int64_t> shape, size_t dim,
                                  absl::Span<const int64_t> index) {
  if (shape.empty()) return ElementCount(index) == 1 ? std::optional(Dims()) : std::nullopt;
  const Dims indices = AtLeastOneDim(index);
  if (shape.size() - 1 + indices.size() > kMaxDims) return std::nullopt;
  Dims gathered(shape.begin(), shape.begin() + dim);
  for (const int64_t extent : indices) gathered.push_back(extent);
  for (const int64_t extent : shape.subspan(dim + 1)) gathered.push_back(extent);
  return gathered;
}

}  // namespace openaclnn
