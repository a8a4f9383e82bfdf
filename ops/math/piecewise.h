// Tables of functions by piecewise polynomials; ops/math/fit.py explains and fits them.
#ifndef OPENACLNN_OPS_MATH_PIECEWISE_H_
#define OPENACLNN_OPS_MATH_PIECEWISE_H_

#include "ops/math/look_up.h"

namespace openaclnn {

// Each row has one number for each interval: the centres, then the coefficients c0, c1, ... of the
// polynomial, and with kExactSlope, c1 for the interval that holds a root, where the third row has
// only what rounding took from c1.
template <int degree, int intervals, bool exact_slope>
struct PiecewiseTable : LookUpTable<float, degree + 2 + (exact_slope ? 1 : 0), intervals> {
  static constexpr int kDegree = degree;
  static constexpr int kIntervals = intervals;
  static constexpr bool kExactSlope = exact_slope;
  using PiecewiseTable::LookUpTable::LookUpTable;
};

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_PIECEWISE_H_
