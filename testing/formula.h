// Bounds that depend on the inputs: "4 + min(self, 0)^2".
#ifndef OPENACLNN_TESTING_FORMULA_H_
#define OPENACLNN_TESTING_FORMULA_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace openaclnn::testing {

// Numbers, variables, + - * / ^ (to the right first), parentheses, min(a, b), max(a, b), abs(a).
// min and max give the other operand where one is NaN, so that a bound can be stated for NaN, too.
class Formula {
 public:
  // InvalidArgumentError says what is wrong and where.
  static absl::StatusOr<Formula> Parse(absl::string_view text);

  // In the order of their first mention.
  const std::vector<std::string>& variables() const { return variables_; }

  // One value for each variable.
  double Evaluate(absl::Span<const double> values) const;

 private:
  friend class FormulaParser;
  enum class Op : uint8_t {
    kNumber,
    kVariable,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kPower,
    kNegate,
    kMin,
    kMax,
    kAbs
  };
  struct Step {
    Op op;
    double number = 0;
    size_t variable = 0;
  };

  // For a stack machine.
  std::vector<Step> steps_;
  std::vector<std::string> variables_;
};

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_FORMULA_H_
