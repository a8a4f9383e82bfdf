// Which elements of the inputs an element of an output is made of, as far as shapes tell; and
// errors as a function of them.
#ifndef OPENACLNN_TESTING_OPERANDS_H_
#define OPENACLNN_TESTING_OPERANDS_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "runtime/tensor/shape.h"

namespace openaclnn::testing {

// An input of which each element of the output has one element.
struct Operand {
  std::string name;  // "self", or where the operator splits it: "self (first half)"
  size_t input;      // its number
  // Element i (an index per dimension of the output) is element base + sum((i[d] % extents[d]) *
  // strides[d]) of the input, in row-major order.
  Dims extents, strides;
  int64_t base = 0;

  int64_t PlaceOf(absl::Span<const int64_t> output_shape, int64_t place) const;
};

// Inputs that broadcast to the output are one operand each. Where a dimension of an input has twice
// or half the extent of the output's, halves are put together: an input twice as long is two
// operands, and if the output is twice as long as some input, so is an input of its own shape.
// Inputs of other shapes are left out.
std::vector<Operand> OperandsOf(absl::Span<const std::pair<std::string, Dims>> inputs,
                                absl::Span<const int64_t> output_shape);

// Intervals of numbers for plots: quarters of octaves from 2^-12 to 2^12. 0 is |x| < 2^-12, +-1
// begins at +-2^-12, and so on to +-96, which has all that is larger.
int BinOf(double x);
inline constexpr int kLastBin = 96;

// Greatest error (in ULP) in each bin.
using ErrorProfile = std::map<int, double>;
void AddToProfile(ErrorProfile& profile, double x, double ulp_error);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_OPERANDS_H_
