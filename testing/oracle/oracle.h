// The exact value of every mathematical function of the operators, rounded once: what kernels and
// golden data are measured against.
//
// A function is a formula in ops/math/<function>/oracle.cc, which registers it (register.h). It is
// evaluated with a bound of its error (bounded.h): first in double, then in long double, and if
// neither decides the rounding, in MPFR, with twice the precision each time.
#ifndef OPENACLNN_TESTING_ORACLE_ORACLE_H_
#define OPENACLNN_TESTING_ORACLE_ORACLE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace openaclnn {

// A registered function of real numbers.
struct OracleFunction;

// All that the program is linked with, by name; those of ops/math are in //ops/math:oracles.
const std::vector<const OracleFunction*>& OracleFunctions();
// The one of this name, "GeluErfDerivative"; null if there is none.
const OracleFunction* FindOracleFunction(absl::string_view name);
// The same; ends the program if there is none.
const OracleFunction& OracleNamed(absl::string_view name);

const std::string& NameOf(const OracleFunction& function);
// The names of its operands, in order: inputs ("x") and numbers ("slope").
const std::vector<std::string>& OperandsOf(const OracleFunction& function);

enum class Format { kFloat64, kFloat32, kFloat16, kBFloat16 };
const char* FormatName(Format format);

// The real number gradient * function(operands), rounded to nearest even to `format`; overflow
// gives infinity, and the sign of an underflowed result is kept. Operands, one for each of
// OperandsOf(), and gradient are taken as exact.
//
// An infinite operand gives the limit, where a limit of zero counts as approached: an infinite
// gradient there gives an infinity. NaN gives NaN. A function whose rules differ says so where it
// is registered.
double OracleRounded(const OracleFunction& function, absl::Span<const double> operands,
                     Format format, double gradient = 1);

// The same, rounded faithfully to float64, to one of the two numbers about it, or off by less than
// `negligible`. This spares what is almost halfway between two numbers from MPFR, and tails that
// vanish where they are compared.
double OracleFaithful(const OracleFunction& function, absl::Span<const double> operands,
                      double gradient = 1, long double negligible = 0);

// gradient * function(operands), to compare results of `format` with, which has fewer digits than
// float64, for a fraction of what OracleRounded takes: off by at most 2^-45 of itself (2^-21 ULP of
// float32), or by the least number of float64 times the gradient. Next to the middle of two numbers
// of the format it is rounded faithfully to float64, so that it tells which of them is nearest.
double OracleToCompare(const OracleFunction& function, absl::Span<const double> operands,
                       Format format, double gradient = 1);

// The same with more digits than float64, to compare its results with: off by at most 2^-58 of
// itself.
long double OracleToCompareFloat64(const OracleFunction& function,
                                   absl::Span<const double> operands, double gradient = 1);

// One rounding of `value` to nearest even.
double RoundToFormat(double value, Format format);

// |got - exact| in units of the last place of `format` at `exact` (of the lowest normal binade if
// that is smaller): 0.5 or less means correctly rounded. 0 if both are NaN or the same infinity,
// infinity if only one is, or if just one is infinite; a `got` of infinity counts as the first
// power of two that `format` cannot hold, because rounding to it can be right. Zeros are equal,
// whatever their sign.
double UlpError(double got, double exact, Format format);

// The same of float64, for an exact value of more digits than that.
double UlpErrorOfFloat64(double got, long double exact);

// For the oracle's own test: what the values in double and long double are off, as a part of the
// bound that they claim. At most 1, or the oracle is wrong.
double FastPathErrorForTest(const OracleFunction& function, absl::Span<const double> operands);

}  // namespace openaclnn

#endif  // OPENACLNN_TESTING_ORACLE_ORACLE_H_
