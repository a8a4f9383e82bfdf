"""Writes the polynomials that are looked up by interval: fast_tables.h for kernels that compute in
float32, exact_tables.h for double.

  tools/env/enter --with=torch python3 ops/math/gelu/tables.py           writes the files
  tools/env/enter --with=torch python3 ops/math/gelu/tables.py --check   fails if they are not what
  would be written

GELU: the piecewise polynomials of fit.py, 32 intervals of width 1/4, interval k around (k - 16) /
4.

GELU in double: the same for -x, 0 <= x < 3.875, in 16 intervals around k / 4, or around the root.
All coefficients but c0 interpolate (f(x) - c0) / u.
"""

import pathlib
import sys

import mpmath
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from fit import fit_piecewise, write  # noqa: E402

WIDTH = 0.25
INTERVALS = [((k - 16.5) * WIDTH, (k - 15.5) * WIDTH) for k in range(32)]
CLAMP = 3.875  # the intervals hold all |x| below this
EXACT_DEGREE = 10
ALPHA = 2 * mpmath.sqrt(2 / mpmath.pi)
BETA = mpmath.mpf(44715) / 1000000


def phi(x):
    return mpmath.exp(-x * x / 2) / mpmath.sqrt(2 * mpmath.pi)


def erf_factor(x):
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2


def erf_derivative(x):
    return erf_factor(x) + x * phi(x)


def tanh_factor(x):
    return 1 / (1 + mpmath.exp(-ALPHA * (x + BETA * x**3)))


def tanh_derivative(x):
    p = tanh_factor(x)
    return p + x * ALPHA * (1 + 3 * BETA * x * x) * p / (1 + mpmath.exp(ALPHA * (x + BETA * x**3)))


# Name, function, root, and the degree for results in float32, float16 and bfloat16.
FUNCTIONS = [
    ("kGeluErfDerivative", erf_derivative, mpmath.findroot(erf_derivative, -0.75), (6, 5, 4)),
    ("kGeluTanhDerivative", tanh_derivative, mpmath.findroot(tanh_derivative, -0.75), (7, 5, 4)),
    ("kGeluErfFactor", erf_factor, None, (6, 5, 4)),
    ("kGeluTanhFactor", tanh_factor, None, (7, 5, 4)),
]
TYPES = ("Float32", "Float16", "BFloat16")

def fit_double(function, degree, root, k):
    """[centre, cd, ..., c1, c0] of function(-x) in interval k, and the relative error."""
    low, high = [mpmath.mpf(k + side) * WIDTH for side in (-0.5, 0.5)]
    low = max(low, mpmath.mpf(0))
    centre = mpmath.mpf(
        float(-root)) if root is not None and low <= -root <= high else k * mpmath.mpf(WIDTH)
    at_minus = lambda x: function(-x)
    c0 = at_minus(centre)
    nodes = [(low + high) / 2 + (high - low) / 2 * mpmath.cos(mpmath.pi * (i + 0.5) / degree)
             for i in range(degree)]
    slopes = [(at_minus(x) - c0) / (x - centre) if x != centre else mpmath.diff(at_minus, centre)
              for x in nodes]
    powers = mpmath.matrix([[(x - centre)**i for i in range(degree)] for x in nodes])
    row = [
        float(c)
        for c in [centre] + list(mpmath.lu_solve(powers, mpmath.matrix(slopes)))[::-1] + [c0]
    ]
    points = [low + (high - low) * (i + mpmath.mpf(0.3)) / 64 for i in range(64)]
    error = max(
        abs(mpmath.polyval([mpmath.mpf(c) for c in row[1:]], x - centre) / at_minus(x) - 1)
        for x in points)
    return row, error


HEADER = """// Written by ops/math/gelu/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_GELU_FAST_TABLES_H_
#define OPENACLNN_OPS_MATH_GELU_FAST_TABLES_H_

#include "ops/math/piecewise.h"

namespace openaclnn {

// The intervals hold every |x| below this.
inline constexpr float kGeluTableEnd = %sf;

// clang-format off
""" % CLAMP


EXACT_HEADER = """// Written by ops/math/gelu/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_GELU_EXACT_TABLES_H_
#define OPENACLNN_OPS_MATH_GELU_EXACT_TABLES_H_

#include "ops/math/look_up.h"

namespace openaclnn {

// The tables hold f(-x) for 0 <= x < this.
inline constexpr double kGeluExactTableEnd = %s;
inline constexpr int kGeluExactDegree = %d;

// The centres of 16 intervals, then the coefficients of the polynomials, the highest first.
using ExactTable = LookUpTable<double, kGeluExactDegree + 2, 16>;

// clang-format off
""" % (CLAMP, EXACT_DEGREE)


def exact_text():
    parts = [EXACT_HEADER]
    # By tanh GELU itself has a formula that is as fast.
    for name, function, root, _ in FUNCTIONS[:3]:
        rows, errors = zip(*[fit_double(function, EXACT_DEGREE, root, k) for k in range(16)])
        worst = mpmath.nstr(mpmath.log(max(errors), 2), 4)
        print("%s in double, degree %d: relative error 2^%s" % (name, EXACT_DEGREE, worst))
        parts.append(
            "\n// Relative error 2^%s, but for the rounding of arithmetic.\ninline constexpr "
            "ExactTable %sTable = {{\n"
            % (worst, name))
        for numbers in zip(*rows):
            parts.append("    {" + ", ".join(float.hex(c) for c in numbers) + "},\n")
        parts.append("}};\n")
    parts.append(
        "// clang-format on\n\n}  // namespace openaclnn\n\n#endif  // "
        "OPENACLNN_OPS_MATH_GELU_EXACT_TABLES_H_\n"
    )
    return "".join(parts)


def text():
    parts = [HEADER]
    for name, function, root, degrees in FUNCTIONS:
        for dtype, degree in zip(TYPES, degrees):
            parts.append(
                fit_piecewise(name + dtype, function, degree, INTERVALS, root, root is not None
                              and dtype == "Float32"))
    parts.append(
        "// clang-format on\n\n}  // namespace openaclnn\n\n#endif  // "
        "OPENACLNN_OPS_MATH_GELU_FAST_TABLES_H_\n"
    )
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(
        write(
            pathlib.Path(__file__).parent, {"fast_tables.h": text(),
                                            "exact_tables.h": exact_text()}))
