#include "testing/operands.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"

namespace openaclnn::testing {
namespace {

constexpr int kBinsPerOctave = 4;
constexpr int kLeastExponent = -12;

// The one dimension in which `whole` is twice as long as `part`, all others being equal.
std::optional<size_t> SplitDim(absl::Span<const int64_t> whole, absl::Span<const int64_t> part) {
  if (whole.size() != part.size()) return std::nullopt;
  std::optional<size_t> split;
  for (size_t dim = 0; dim < whole.size(); ++dim) {
    if (whole[dim] == part[dim]) continue;
    if (split.has_value() || whole[dim] != 2 * part[dim]) return std::nullopt;
    split = dim;
  }
  return split;
}

// The operand that steps through an input of `shape` in dimensions of the output, repeating itself
// where it is shorter.
Operand Repeated(const std::string& name, size_t input, absl::Span<const int64_t> shape,
                 size_t rank) {
  Operand operand = {name, input, Dims(rank, 1), Dims(rank, 0)};
  const Dims strides = ContiguousStrides(shape);
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    operand.extents[rank - shape.size() + dim] = shape[dim];
    operand.strides[rank - shape.size() + dim] = strides[dim];
  }
  return operand;
}

}  // namespace

int64_t Operand::PlaceOf(absl::Span<const int64_t> output_shape, int64_t place) const {
  int64_t at = base;
  for (size_t dim = output_shape.size(); dim-- > 0;) {
    at += place % output_shape[dim] % extents[dim] * strides[dim];
    place /= output_shape[dim];
  }
  return at;
}

std::vector<Operand> OperandsOf(absl::Span<const std::pair<std::string, Dims>> inputs,
                                absl::Span<const int64_t> output_shape) {
  std::optional<size_t> output_split;  // the dimension in which the output consists of two halves
  for (const auto& [name, shape] : inputs) {
    if (const auto dim = SplitDim(output_shape, shape); dim.has_value()) output_split = dim;
  }
  std::vector<Operand> operands;
  for (size_t input = 0; input < inputs.size(); ++input) {
    const auto& [name, shape] = inputs[input];
    const bool same =
        std::equal(shape.begin(), shape.end(), output_shape.begin(), output_shape.end());
    const std::optional<size_t> split = same ? output_split : SplitDim(shape, output_shape);
    if (split.has_value()) {
      Operand half =
          Repeated(absl::StrCat(name, " (first half)"), input, shape, output_shape.size());
      half.extents[*split] = shape[*split] / 2;
      operands.push_back(half);
      half.name = absl::StrCat(name, " (second half)");
      half.base = half.extents[*split] * half.strides[*split];
      operands.push_back(std::move(half));
      continue;
    }
    const std::optional<Dims> together = BroadcastShapes(shape, output_shape);
    const bool repeats =
        together.has_value() &&
        std::equal(together->begin(), together->end(), output_shape.begin(), output_shape.end());
    if (repeats || SplitDim(output_shape, shape).has_value())
      operands.push_back(Repeated(name, input, shape, output_shape.size()));
  }
  return operands;
}

int BinOf(double x) {
  const double magnitude = std::fabs(x);
  if (!(magnitude >= std::ldexp(1, kLeastExponent))) return 0;
  const double bin = 1 + std::floor((std::log2(magnitude) - kLeastExponent) * kBinsPerOctave);
  const int limited = static_cast<int>(std::min<double>(bin, kLastBin));
  return std::signbit(x) ? -limited : limited;
}

void AddToProfile(ErrorProfile& profile, double x, double ulp_error) {
  if (std::isnan(x)) return;
  double& worst = profile[BinOf(x)];
  worst = std::max(worst, ulp_error);
}

}  // namespace openaclnn::testing
