"""Writes the polynomials that are looked up by interval: fast_tables.h for kernels that compute in float32, exact_tables.h for double.

  tools/env/enter --with=torch python3 ops/math/gelu/tables.py           writes the files
  tools/env/enter --with=torch python3 ops/math/gelu/tables.py --check   fails if they are not what would be written

GELU: a function f is cut into 32 intervals of width 1/4, interval k around (k - 16) / 4, and there f(x) = c0 + c1 u + ... + cd u^d, u = x - centre.
What makes float32 arithmetic accurate enough (Gal's accurate tables, S. Gal, "Computing elementary functions", 1986):
* the centre is a float32 number for which c0 = f(centre) and c1 = f'(centre) are float32 numbers, nearly, so that storing them costs nothing;
* it lies where the greatest |f(x) - c0| / |f(x)| of the interval is least, because what is added to c0 carries the rounding errors;
* in an interval with a root of f the centre is the float32 nearest to the root: c0 is tiny, and u is exact. c1 is split in two there.
The other coefficients minimize the greatest relative error, rounded to float32 one after the other, each time fitting the rest again.

GELU in double: the same for -x, 0 <= x < 3.875, in 16 intervals around k / 4, or around the root. All coefficients but c0 interpolate (f(x) - c0) / u.
"""

import pathlib
import sys

import mpmath
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from fit import literal, minimax, nearest, write  # noqa: E402

INTERVALS = 32
WIDTH = 0.25
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


def choose_centre(function, low, high):
    """The best place for a centre, then the float32 near it for which c0 and c1 are nearly float32 numbers."""
    xs = [low + (high - low) * mpmath.mpf(i) / 16 for i in range(17)]
    values = [function(x) for x in xs]
    best = min(xs[4:13], key=lambda c: max(abs(v - function(c)) / abs(v) for v in values))
    # Close to the centre a Taylor polynomial tells c0 and c1 accurately enough, and fast.
    # Not more than 18 bits after the point, so that u is nearly exact next to zero, too.
    best = round(float(best) * 2**10) / 2**10
    taylor = [float(c) for c in mpmath.taylor(function, best, 8)]
    steps = numpy.arange(-2048, 2049) * 2.0**-18
    c0 = numpy.polynomial.polynomial.polyval(steps, taylor)
    c1 = numpy.polynomial.polynomial.polyval(steps, [i * c for i, c in enumerate(taylor)][1:])
    c0_off = numpy.abs(c0 - c0.astype(numpy.float32)) / numpy.spacing(numpy.abs(c0).astype(numpy.float32))
    c1_off = numpy.abs(c1 - c1.astype(numpy.float32)) / numpy.spacing(numpy.abs(c1).astype(numpy.float32))
    return mpmath.mpf(best + float(steps[numpy.argmin(c0_off + 0.3 * c1_off)]))


def fit_interval(function, degree, k, root, exact_slope):
    """[centre, c0, c1, ..., cd], the correction of c1, and the relative error."""
    low, high = [mpmath.mpf(k - 16 + side) * WIDTH for side in (-0.5, 0.5)]
    has_root = root is not None and low <= root <= high
    centre = mpmath.mpf(nearest(root)) if has_root else choose_centre(function, low, high)
    exact0, exact1 = mpmath.taylor(function, centre, 1)
    c0, c1 = nearest(exact0), nearest(exact1)
    c1_rest = nearest(exact1 - c1) if has_root and exact_slope else 0.0
    nodes = [(low + high) / 2 + (high - low) / 2 * mpmath.cos(mpmath.pi * (i + 0.5) / 80) for i in range(80)]
    us = numpy.array([float(x - centre) for x in nodes])
    exact = [function(x) for x in nodes]
    # What is left for c2 and up, divided by u^2.
    rest = numpy.array([float((v - c0 - (x - centre) * (c1 + mpmath.mpf(c1_rest))) / (x - centre)**2) for v, x in zip(exact, nodes)])
    weights = us**2 / numpy.abs(numpy.array([float(v) for v in exact]))
    coefficients = [c0, c1]
    for power in range(2, degree + 1):
        solution, error = minimax(us, rest, weights, degree - power)
        coefficient = nearest(solution[0])
        coefficients.append(coefficient)
        rest = (rest - coefficient) / us
        weights = weights * numpy.abs(us)
    return [float(centre)] + coefficients, c1_rest, error


def fit(function, degree, root, exact_slope):
    """The rows of the table, and its greatest relative error but for the rounding of arithmetic."""
    rows, rests, errors = zip(*[fit_interval(function, degree, k, root, exact_slope) for k in range(INTERVALS)])
    table = [list(column) for column in zip(*rows)]
    if exact_slope:
        # The interval with the root gets its c1 from a row of its own, added last.
        at = next(k for k, rest in enumerate(rests) if rest != 0)
        slope = [0.0] * INTERVALS
        slope[at] = table[2][at]
        table[2][at] = rests[at]
        table.append(slope)
    return table, max(errors)


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
    centre = mpmath.mpf(float(-root)) if root is not None and low <= -root <= high else k * mpmath.mpf(WIDTH)
    at_minus = lambda x: function(-x)
    c0 = at_minus(centre)
    nodes = [(low + high) / 2 + (high - low) / 2 * mpmath.cos(mpmath.pi * (i + 0.5) / degree) for i in range(degree)]
    slopes = [(at_minus(x) - c0) / (x - centre) if x != centre else mpmath.diff(at_minus, centre) for x in nodes]
    powers = mpmath.matrix([[(x - centre)**i for i in range(degree)] for x in nodes])
    row = [float(c) for c in [centre] + list(mpmath.lu_solve(powers, mpmath.matrix(slopes)))[::-1] + [c0]]
    points = [low + (high - low) * (i + mpmath.mpf(0.3)) / 64 for i in range(64)]
    error = max(abs(mpmath.polyval([mpmath.mpf(c) for c in row[1:]], x - centre) / at_minus(x) - 1) for x in points)
    return row, error


HEADER = """// Written by ops/math/gelu/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_GELU_FAST_TABLES_H_
#define OPENACLNN_OPS_MATH_GELU_FAST_TABLES_H_

namespace openaclnn {

// The intervals hold every |x| below this.
inline constexpr float kGeluTableEnd = %sf;

// Each row has one number for each of 32 intervals: the centres, then the coefficients c0, c1, ...
// of the polynomial, and with kExactSlope, c1 for the interval that holds a root, where the third
// row has only what rounding took from c1.
template <int degree, bool exact_slope>
struct PiecewiseTable {
  static constexpr int kDegree = degree;
  static constexpr bool kExactSlope = exact_slope;
  alignas(64) float rows[degree + 2 + (exact_slope ? 1 : 0)][32];
};

// clang-format off
""" % CLAMP


EXACT_HEADER = """// Written by ops/math/gelu/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_GELU_EXACT_TABLES_H_
#define OPENACLNN_OPS_MATH_GELU_EXACT_TABLES_H_

namespace openaclnn {

// The tables hold f(-x) for 0 <= x < this.
inline constexpr double kGeluExactTableEnd = %s;
inline constexpr int kGeluExactDegree = %d;

// For each of 16 intervals the centre, then the coefficients of the polynomial, the highest first.
using ExactIntervals = double[16][kGeluExactDegree + 2];

// clang-format off
""" % (CLAMP, EXACT_DEGREE)


def exact_text():
    parts = [EXACT_HEADER]
    for name, function, root, _ in FUNCTIONS[:3]:  # by tanh GELU itself has a formula that is as fast
        rows, errors = zip(*[fit_double(function, EXACT_DEGREE, root, k) for k in range(16)])
        worst = mpmath.nstr(mpmath.log(max(errors), 2), 4)
        print("%s in double, degree %d: relative error 2^%s" % (name, EXACT_DEGREE, worst))
        parts.append("\n// Relative error 2^%s, but for the rounding of arithmetic.\ninline constexpr ExactIntervals %sIntervals = {\n" %
                     (worst, name))
        for row in rows:
            parts.append("    {" + ", ".join(float.hex(c) for c in row) + "},\n")
        parts.append("};\n")
    parts.append("// clang-format on\n\n}  // namespace openaclnn\n\n#endif  // OPENACLNN_OPS_MATH_GELU_EXACT_TABLES_H_\n")
    return "".join(parts)


def text():
    parts = [HEADER]
    for name, function, root, degrees in FUNCTIONS:
        for dtype, degree in zip(TYPES, degrees):
            exact_slope = root is not None and dtype == "Float32"
            table, worst = fit(function, degree, root, exact_slope)
            print("%s%s, degree %d: relative error 2^%.2f" % (name, dtype, degree, numpy.log2(worst)))
            parts.append("\n// Relative error 2^%.1f, but for the rounding of arithmetic.\ninline constexpr PiecewiseTable<%d, %s> %s%s = {{\n" %
                         (numpy.log2(worst), degree, "true" if exact_slope else "false", name, dtype))
            for row in table:
                parts.append("    {" + ", ".join(map(literal, row)) + "},\n")
            parts.append("}};\n")
    parts.append("// clang-format on\n\n}  // namespace openaclnn\n\n#endif  // OPENACLNN_OPS_MATH_GELU_FAST_TABLES_H_\n")
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(write(pathlib.Path(__file__).parent, {"fast_tables.h": text(), "exact_tables.h": exact_text()}))
