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
  oracle::BoundedOf<double> (*in_double)(const double* values);
  oracle::BoundedOf<long double> (*in_long_double)(const double* values);
  oracle::Interval (*interval)(const double* values);
  OracleException exception;
};

class OracleRegistration {
 public:
  template <class Formula, class... Names>
  OracleRegistration(const char* name, Formula, OracleException exception, Names... operands) {
    static_assert(sizeof...(operands) >= 1 && sizeof...(operands) <= 4);
    Add(OracleFunction{
        .name = name,
        .operands = {operands...},
        .multiplies_gradient = false,  // Add() looks
        .in_double = In<oracle::BoundedOf<double>, Formula, kCount<Names...>>,
        .in_long_double = In<oracle::BoundedOf<long double>, Formula, kCount<Names...>>,
        .interval = In<oracle::Interval, Formula, kCount<Names...>>,
        .exception = exception});
  }
  template <class Formula, class... Names>
  OracleRegistration(const char* name, Formula formula, const char* first, Names... others)
      : OracleRegistration(name, formula, OracleException{}, first, others...) {}

 private:
  template <class... Names>
  static constexpr size_t kCount = sizeof...(Names);

  template <class R, class Formula, size_t kOperands>
  static R In(const double* values) {
    return Call<R>(Formula(), values, std::make_index_sequence<kOperands>());
  }
  template <class R, class Formula, size_t... I>
  static R Call(const Formula& formula, const double* values, std::index_sequence<I...>) {
    return formula(R::Operand(values[I])...);
  }

  static void Add(OracleFunction function);
};

}  // namespace openaclnn

#endif  // OPENACLNN_TESTING_ORACLE_REGISTER_H_
