#include "runtime/tensor/reshape.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "runtime/tensor/shape.h"

namespace openaclnn {

std::optional<Dims> InterleavedShape(absl::Span<const int64_t> shape, int64_t repeats,
                                     std::optional<size_t> dim) {
  Dims interleaved(shape.begin(), shape.end());
  if (!dim.has_value()) {
    const std::optional<int64_t> count = ElementCount(shape);
    if (!count.has_value()) return std::nullopt;
    interleaved = {*count};
  }
  int64_t& extent = interleaved[dim.value_or(0)];
  if (repeats < 0 || __builtin_mul_overflow(extent, repeats, &extent)) return std::nullopt;
  return interleaved;
}

std::optional<Dims> ReflectedShape(absl::Span<const int64_t> shape,
                                   absl::Span<const int64_t> pads) {
  if (shape.empty() || pads.size() != 2) return std::nullopt;
  Dims reflected(shape.begin(), shape.end());
  for (const int64_t pad : pads) {
    if (pad >= shape.back() || __builtin_add_overflow(reflected.back(), pad, &reflected.back()))
      return std::nullopt;
  }
  if (reflected.back() < 1) return std::nullopt;
  return reflected;
}

bool AreExtentsOfPieces(int64_t extent, absl::Span<const int64_t> pieces) {
  for (const int64_t piece : pieces) {
    if (piece < 0 || piece > extent) return false;
    extent -= piece;
  }
  return extent == 0;
}

}  // namespace openaclnn
