// What a formula (formula.h) allows each element of a result.
#ifndef OPENACLNN_TESTING_BOUNDS_H_
#define OPENACLNN_TESTING_BOUNDS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "acl/acl_base_rt.h"

namespace openaclnn::testing {

// An input whose elements stand one after the other.
struct BoundInput {
  aclDataType dtype;
  absl::Span<const int64_t> shape;
  const char* elements;
};

// The formula's value for every element of an output of this shape. `find` gives the inputs by
// their names in the formula. An element is made from that of an input at the same place; the input
// may broadcast, or be half as long or twice as long in a dimension (an operator that splits a
// tensor). In the last case either half may be meant, and the greater value counts.
absl::StatusOr<std::vector<double>> ElementBounds(
    const std::string& formula, absl::Span<const int64_t> shape,
    absl::FunctionRef<std::optional<BoundInput>(const std::string& name)> find);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_BOUNDS_H_
