// The vector forms of the functions in ops/math over arrays, for tests and sweeps. Each room
// registers its own in forms.cc (vector_forms-inl.h), with the bounds that the tests hold it to.
#ifndef OPENACLNN_TESTING_VECTOR_FORMS_VECTOR_FORMS_H_
#define OPENACLNN_TESTING_VECTOR_FORMS_VECTOR_FORMS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "testing/oracle/oracle.h"

namespace openaclnn {

// How kernels compute in double: in the mode high_precision, or in the default mode the elements
// that float arithmetic is not right for.
enum class InDouble { kHighPrecision, kDefaultMode };

// An interval of floats.
struct FloatRange {
  float low, high;
};

struct VectorForm {
  // out[i] = grad[i] * function(x[i]) in double, before the one rounding to the output's type. Runs
  // on the best target of this machine among those hwy::SetSupportedTargetsForTest allows; returns
  // it.
  int64_t (*in_double)(const float* grad, const float* x, double* out, size_t count, InDouble how);
  // out[i] = function(x[i]) for float64 tensors, as high_precision computes it.
  int64_t (*of_float64)(const double* x, double* out, size_t count);
  // As in_double, but as the default mode computes it for float32 results: out[i] is rounded to
  // float32, and right[i] says whether that was done in float32 (1) or is left to `in_double` (0;
  // out[i] then means nothing). The 16-bit types have arithmetic of their own.
  int64_t (*in_float)(const float* grad, const float* x, float* out, uint8_t* right, size_t count);

  std::string name;                  // of the oracle's function, whose first operand is x
  std::vector<double> numbers = {};  // its other operands, as the form has them
  double* second = nullptr;          // or its second operand, which may be set: sweeps draw it
  bool has_gradient = false;         // a forward does not look at `grad`
  // In double, rounded to float32: 0.5 means that every input is correctly rounded. Of all float32
  // inputs, so many are not.
  double max_ulp = 0.5;
  int64_t misrounded = 0;
  // The same for 16-bit inputs and results; more than 0.5 where a double can lie on a tie by
  // rounding.
  double max_sixteen_bit_ulp = 0.5;
  double max_any_gradient_ulp = 0.5000002;  // for all gradients
  // Of high_precision before rounding, for normal results within the tables that decide by it
  // whether they may be rounded; 0: there are none.
  double table_error = 0;
  float table_end = 0;
  // In float32, for every gradient.
  double max_float_ulp = 2;
  // Of float64 results for float64 inputs; 0: the function promises nothing for them.
  double max_float64_ulp = 0;
  // Where to look closely, besides all floats, and where a root is approached float by float.
  std::vector<FloatRange> ranges = {};
  std::vector<float> roots = {};
  std::vector<float> points = {};  // tested with their neighbours

  const OracleFunction& oracle() const { return OracleNamed(name); }
  // Of the oracle's function, for this x.
  std::vector<double> Operands(double x) const;
  // What the oracle says.
  double Exact(double grad, double x, Format format) const;
};

const std::vector<VectorForm>& VectorForms();
// Null if there is none.
const VectorForm* FindVectorForm(absl::string_view name);

class VectorFormRegistration {
 public:
  explicit VectorFormRegistration(VectorForm form);
};

}  // namespace openaclnn

#endif  // OPENACLNN_TESTING_VECTOR_FORMS_VECTOR_FORMS_H_
