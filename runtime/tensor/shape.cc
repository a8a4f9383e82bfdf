#include "runtime/tensor/shape.h"

#include <algorithm>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace openaclnn {

std::optional<int64_t> ElementCount(absl::Span<const int64_t> shape) {
  int64_t count = 1;
  bool empty = false;
  for (int64_t extent : shape) {
    if (extent < 0) return std::nullopt;
    if (extent == 0) empty = true;
    // An empty tensor may have extents whose product without the zero would overflow; they must be
    // representable all the same.
    if (extent != 0 && __builtin_mul_overflow(count, extent, &count)) return std::nullopt;
  }
  return empty ? 0 : count;
}

Dims ContiguousStrides(absl::Span<const int64_t> shape) {
  Dims strides(shape.size());
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = step;
    // Strides of an impossible shape do not matter; they must only not overflow.
    if (__builtin_mul_overflow(step, std::max<int64_t>(shape[i], 1), &step)) step = 0;
  }
  return strides;
}

bool IsContiguous(absl::Span<const int64_t> shape, absl::Span<const int64_t> strides) {
  const std::optional<int64_t> count = ElementCount(shape);
  if (count.has_value() && *count <= 1) return true;
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 1) continue;
    if (strides[i] != step) return false;
    step *= shape[i];
  }
  return true;
}

std::optional<Extent> TouchedExtent(absl::Span<const int64_t> shape,
                                    absl::Span<const int64_t> strides) {
  int64_t lowest = 0, highest = 0;
  bool overflows = false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) return Extent{0, -1};
    int64_t reach;
    overflows |= __builtin_mul_overflow(shape[i] - 1, strides[i], &reach);
    overflows |= reach < 0 ? __builtin_add_overflow(lowest, reach, &lowest)
                           : __builtin_add_overflow(highest, reach, &highest);
  }
  if (overflows) return std::nullopt;
  return Extent{lowest, highest};
}

std::optional<Dims> BroadcastShapes(absl::Span<const int64_t> a, absl::Span<const int64_t> b) {
  const size_t rank = std::max(a.size(), b.size());
  Dims result(rank);
  for (size_t i = 0; i < rank; ++i) {  // counted from the last dimension
    const int64_t ea = i < a.size() ? a[a.size() - 1 - i] : 1;
    const int64_t eb = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (ea != eb && ea != 1 && eb != 1) return std::nullopt;
    result[rank - 1 - i] = ea == 1 ? eb : ea;
  }
  return result;
}

Dims BroadcastStrides(absl::Span<const int64_t> from, absl::Span<const int64_t> strides,
                      absl::Span<const int64_t> to) {
  Dims result;
  const size_t missing = to.size() - from.size();
  for (size_t i = 0; i < to.size(); ++i) {
    result.push_back(i >= missing && from[i - missing] == to[i] ? strides[i - missing] : 0);
  }
  return result;
}

Section SectionOf(int64_t extent, int64_t start, int64_t end, int64_t step) {
  const auto limit = [extent](int64_t number, int64_t least) {
    return std::clamp(number < 0 ? number + extent : number, least, extent);
  };
  const int64_t begin = limit(start, 0), length = limit(end, begin) - begin;
  return {begin, length / step + (length % step != 0)};
}

std::optional<Dims> RepeatedShape(absl::Span<const int64_t> shape,
                                  absl::Span<const int64_t> repeats) {
  if (repeats.size() < shape.size() || repeats.size() > kMaxDims) return std::nullopt;
  Dims repeated(repeats.begin(), repeats.end());
  const size_t added = repeats.size() - shape.size();
  for (size_t i = 0; i < repeats.size(); ++i) {
    if (repeats[i] < 0) return std::nullopt;
    if (i >= added && __builtin_mul_overflow(repeats[i], shape[i - added], &repeated[i]))
      return std::nullopt;
  }
  return repeated;
}

Pads PadsOf(absl::Span<const int64_t> pads, size_t rank, size_t dim) {
  const size_t at = 2 * (rank - 1 - dim);
  return at < pads.size() ? Pads{pads[at], pads[at + 1]} : Pads{0, 0};
}

std::optional<Dims> PaddedShape(absl::Span<const int64_t> shape, absl::Span<const int64_t> pads) {
  if (pads.size() % 2 != 0 || pads.size() / 2 > shape.size()) return std::nullopt;
  Dims padded(shape.begin(), shape.end());
  for (size_t i = 0; i < shape.size(); ++i) {
    const auto [before, after] = PadsOf(pads, shape.size(), i);
    int64_t lost;
    if (__builtin_add_overflow(std::min<int64_t>(before, 0), std::min<int64_t>(after, 0), &lost) ||
        shape[i] + lost < 0)
      return std::nullopt;
    if (__builtin_add_overflow(std::max<int64_t>(before, 0), std::max<int64_t>(after, 0),
                               &padded[i]) ||
        __builtin_add_overflow(padded[i], shape[i] + lost, &padded[i]))
      return std::nullopt;
  }
  return padded;
}

std::string DimsToString(absl::Span<const int64_t> dims) {
  return absl::StrCat("[", absl::StrJoin(dims, ", "), "]");
}

bool OverlapsItself(absl::Span<const int64_t> shape, absl::Span<const int64_t> strides) {
  if (IsContiguous(shape, strides)) return false;
  // Sorted by stride, each dimension must step beyond everything the finer ones reach.
  absl::InlinedVector<std::pair<int64_t, int64_t>, 8> steps;  // |stride|, extent
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) return false;
    if (shape[i] > 1) steps.emplace_back(strides[i] < 0 ? -strides[i] : strides[i], shape[i]);
  }
  std::sort(steps.begin(), steps.end());
  int64_t reach = 0;
  for (const auto& [stride, extent] : steps) {
    if (stride <= reach) return true;
    reach += stride * (extent - 1);
  }
  return false;
}

}  // namespace openaclnn
