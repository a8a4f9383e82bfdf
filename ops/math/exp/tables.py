"""Writes tables.h: the polynomial of e^r - 1 in double.

  tools/env/enter --with=torch python3 ops/math/exp/tables.py           writes the file
  tools/env/enter --with=torch python3 ops/math/exp/tables.py --check   fails if it is not what
  would be written
"""

import pathlib
import sys

import mpmath

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from fit import fit_double, write  # noqa: E402

HALF = mpmath.log(2) / 2 * mpmath.mpf("1.001")


def quotient(r):
    return (mpmath.expm1(r) - r) / r**2 if abs(r) > 1e-20 else mpmath.mpf(1) / 2


def text():
    coefficients, error = fit_double(quotient, lambda r: r**2 / mpmath.expm1(r)
                                     if r else 0, -HALF, HALF, 10)
    return """// Written by ops/math/exp/tables.py; do not edit.
#ifndef OPENACLNN_OPS_MATH_EXP_TABLES_H_
#define OPENACLNN_OPS_MATH_EXP_TABLES_H_

namespace openaclnn {

// clang-format off

// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2: relative error of e^r - 1 2^%.1f,
// but for the rounding of arithmetic.
inline constexpr double kExpm1Float64[] = {%s};

// clang-format on

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_EXP_TABLES_H_
""" % (mpmath.log(error, 2), ", ".join(map(float.hex, coefficients)))


if __name__ == "__main__":
    sys.exit(write(pathlib.Path(__file__).parent, {"tables.h": text()}))
