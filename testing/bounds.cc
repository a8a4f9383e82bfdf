#include "testing/bounds.h"

#include <algorithm>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "runtime/tensor/dtype.h"
#include "runtime/tensor/shape.h"
#include "testing/formula.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

// Which element of an input an element of the output is made from; -1 if the shapes do not fit.
// `half`: which, where the input is twice as long.
int64_t PlaceOfOperand(absl::Span<const int64_t> input, absl::Span<const int64_t> output,
                       int64_t element, int64_t half) {
  if (input.size() > output.size()) return -1;
  int64_t place = 0, stride = 1;
  for (size_t k = 1; k <= output.size(); ++k) {
    const int64_t extent = output[output.size() - k];
    int64_t index = element % extent;
    element /= extent;
    if (k > input.size()) continue;
    const int64_t own = input[input.size() - k];
    if (own == 1) {
      index = 0;
    } else if (own == 2 * extent) {
      index += half * extent;
    } else if (extent == 2 * own) {
      index %= own;
    } else if (own != extent) {
      return -1;
    }
    place += index * stride;
    stride *= own;
  }
  return place;
}

}  // namespace

absl::StatusOr<std::vector<double>> ElementBounds(
    const std::string& formula, absl::Span<const int64_t> shape,
    absl::FunctionRef<std::optional<BoundInput>(const std::string& name)> find) {
  const absl::StatusOr<Formula> parsed = Formula::Parse(formula);
  if (!parsed.ok()) return parsed.status();
  std::vector<BoundInput> inputs;
  for (const std::string& name : parsed->variables()) {
    const std::optional<BoundInput> input = find(name);
    if (!input.has_value())
      return absl::InvalidArgumentError(
          absl::StrCat("the bound ", formula, " needs an input ", name));
    inputs.push_back(*input);
  }
  std::vector<double> bounds(static_cast<size_t>(ElementCount(shape).value_or(0)));
  std::vector<double> values(inputs.size());
  for (size_t i = 0; i < bounds.size(); ++i) {
    for (const int64_t half : {0, 1}) {
      for (size_t k = 0; k < inputs.size(); ++k) {
        const int64_t place = PlaceOfOperand(inputs[k].shape, shape, static_cast<int64_t>(i), half);
        if (place < 0) {
          return absl::InvalidArgumentError(absl::StrCat(
              "the bound ", formula, " cannot be evaluated: ", parsed->variables()[k],
              " has shape ", DimsToString(inputs[k].shape), ", the output ", DimsToString(shape)));
        }
        values[k] =
            ElementValue(inputs[k].dtype, inputs[k].elements + static_cast<size_t>(place) *
                                                                   DTypeBytes(inputs[k].dtype));
      }
      bounds[i] = std::max(bounds[i], parsed->Evaluate(values));
    }
  }
  return bounds;
}

}  // namespace openaclnn::testing
