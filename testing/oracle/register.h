// How a function becomes one of the oracle's (oracle.h):
//
//   template <class R>
//   R Scaled(const R& x, const R& scale) {
//     return x > 0 ? x * scale : R(0);
//   }
//   const OracleRegistration kScaled(
//       "Scaled", [](const auto&... v) { return Scaled(v...); }, "x", "scale");
//
// The formula must be a stateless lambda that takes numbers of bounded.h, of up to 4 operands. The
// gradient is multiplied with its value; but a formula whose first operand is called "gradient"
// multiplies itself, so that a division that comes after can be exact.
#ifndef OPENACLNN_TESTING_ORACLE_REGISTER_H_
#define OPENACLNN_TESTING_ORACLE_REGISTER_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "testing/oracle/bounded.h"
#include "testing/oracle/oracle.h"

namespace openaclnn {

// The result where the oracle's rules for infinities and NaN are not those of the function.
using OracleException = std::optional<double> (*)(double gradient,
                                                  absl::Span<const double> operands);

struct OracleFunction {
  std::string name;
  std::vector<std::string> operands;  // without "gradient"
  bool multiplies_gradient;
  oracle::Bounded (*bounded)(const double* values);
  oracle::Interval (*interval)(const double* values);
  OracleException exception;
};

class OracleRegistration {
 public:
  template <class Formula, class... Names>
  OracleRegistration(const char* name, Formula, OracleException exception, Names... operands) {
    static_assert(sizeof...(operands) >= 1 && sizeof...(operands) <= 4);
    Add(OracleFunction{.name = name,
                       .operands = {operands...},
                       .multiplies_gradient = false,  // Add() looks
                       .bounded = Evaluate<oracle::Bounded, Formula, sizeof...(operands)>,
                       .interval = Evaluate<oracle::Interval, Formula, sizeof...(operands)>,
                       .exception = exception});
  }
  template <class Formula, class... Names>
  OracleRegistration(const char* name, Formula formula, const char* first, Names... others)
      : OracleRegistration(name, formula, OracleException{}, first, others...) {}

 private:
  template <class R, class Formula, size_t kCount>
  static R Evaluate(const double* values) {
    return Call<R>(Formula(), values, std::make_index_sequence<kCount>());
  }
  template <class R, class Formula, size_t... I>
  static R Call(const Formula& formula, const double* values, std::index_sequence<I...>) {
    return formula(R::Operand(values[I])...);
  }

  static void Add(OracleFunction function);
};

}  // namespace openaclnn

#endif  // OPENACLNN_TESTING_ORACLE_REGISTER_H_
