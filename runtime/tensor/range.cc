#include "runtime/tensor/range.h"

#include <cmath>

#include "runtime/tensor/dtype.h"

namespace openaclnn {
namespace {

std::optional<int64_t> IntegersBetween(int64_t start, int64_t end, int64_t step) {
  if (step == 0 || (step > 0 ? start > end : start < end)) return std::nullopt;
  const auto as_unsigned = [](int64_t value) { return static_cast<uint64_t>(value); };
  const uint64_t distance =
      step > 0 ? as_unsigned(end) - as_unsigned(start) : as_unsigned(start) - as_unsigned(end);
  const uint64_t stride = step > 0 ? as_unsigned(step) : -as_unsigned(step);
  const uint64_t count = distance / stride + (distance % stride != 0 ? 1 : 0);
  if (count > static_cast<uint64_t>(INT64_MAX)) return std::nullopt;
  return static_cast<int64_t>(count);
}

}  // namespace

std::optional<int64_t> RangeLength(const Number& start, const Number& end, const Number& step,
                                   aclDataType dtype) {
  if (!IsFloat(dtype)) return IntegersBetween(start.AsInt64(), end.AsInt64(), step.AsInt64());
  const double first = start.AsDouble(), last = end.AsDouble(), each = step.AsDouble();
  const bool is_zero = (dtype == ACL_DOUBLE ? each : step.AsFloat()) == 0;
  if (is_zero || (each > 0 ? first > last : first < last)) return std::nullopt;
  const double count = std::ceil((last - first) / each);
  // The comparison is false for NaN as well. An infinite step would count as one number.
  if (!(count < 0x1p63) || !std::isfinite(each)) return std::nullopt;
  return static_cast<int64_t>(count);
}

}  // namespace openaclnn
