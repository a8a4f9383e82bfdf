"""Writes tables.h: the root of SiLU's derivative, polynomials for the derivative near it, where its
formula cancels, and piecewise polynomials.

  tools/env/enter --with=torch python3 ops/math/silu/tables.py           writes the file
  tools/env/enter --with=torch python3 ops/math/silu/tables.py --check   fails if it is not what
  would be written

g(root + u) = u (c0 + c1 u + ...). The coefficients minimize the greatest relative error; those of
float32 are rounded one after the other, each time fitting the rest again. Those of double
interpolate at Chebyshev points.

The derivative at -t by piecewise polynomials (fit.py explains them), from which that at t follows:
g(t) = 1 - g(-t). Interval k of 16 is around k / SCALE, with the root in the middle of the fourth:
at the edge of two intervals both would cancel there.
"""

import pathlib
import sys

import mpmath
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from fit import error_of_both, fit_piecewise, literal, minimax, nearest, write  # noqa: E402


def derivative(x):
    s = 1 / (1 + mpmath.exp(-x))
    return s * (1 + x / (1 + mpmath.exp(x)))


ROOT = mpmath.findroot(derivative, -1.278)
FLOAT_RADIUS, FLOAT_DEGREE = mpmath.mpf(1) / 8, 5
DOUBLE_RADIUS, DOUBLE_DEGREE = mpmath.mpf(1) / 32, 8
SCALE = nearest(3 / -ROOT)
# Scaled numbers are rounded: one next to an edge may be counted to the neighbour.
EDGE = mpmath.mpf("0.5001")
INTERVALS = [(max(k - EDGE, 0) / SCALE, (k + EDGE) / SCALE) for k in range(16)]


def quotient(u):
    return derivative(ROOT + u) / u if abs(u) > 1e-9 else mpmath.diff(derivative, ROOT)


def fit_float():
    """The coefficients and their greatest relative error,\n// but for the rounding of
    arithmetic."""
    nodes = [FLOAT_RADIUS * mpmath.cos(mpmath.pi * (i + 0.5) / 80) for i in range(80)]
    us = numpy.array([float(u) for u in nodes])
    weights = numpy.array([float(1 / quotient(u)) for u in nodes])
    # c0 as the sum of two numbers: the largest term then costs no accuracy.
    c0 = nearest(quotient(mpmath.mpf(0)))
    coefficients = [c0, nearest(quotient(mpmath.mpf(0)) - c0)]
    rest = numpy.array([float((quotient(u) - c0 - mpmath.mpf(coefficients[1])) / u) for u in nodes])
    weights = weights * numpy.abs(us)
    for power in range(1, FLOAT_DEGREE + 1):
        solution, error = minimax(us, rest, weights, FLOAT_DEGREE - power)
        coefficients.append(nearest(solution[0]))
        rest = (rest - coefficients[-1]) / us
        weights = weights * numpy.abs(us)
    return coefficients, error


def fit_double():
    count = DOUBLE_DEGREE + 1
    nodes = [DOUBLE_RADIUS * mpmath.cos(mpmath.pi * (i + 0.5) / count) for i in range(count)]
    powers = mpmath.matrix([[u**i for i in range(count)] for u in nodes])
    row = [float(c) for c in mpmath.lu_solve(powers, mpmath.matrix([quotient(u) for u in nodes]))]
    points = [DOUBLE_RADIUS * (2 * (i + mpmath.mpf(0.3)) / 64 - 1) for i in range(64)]
    return row, max(
        abs(mpmath.polyval([mpmath.mpf(c) for c in row[::-1]], u) / quotient(u) - 1)
        for u in points)


HEADER = """// Written by ops/math/silu/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_SILU_TABLES_H_
#define OPENACLNN_OPS_MATH_SILU_TABLES_H_

#include "ops/math/piecewise.h"

namespace openaclnn {

// clang-format off
"""


def text():
    parts = [HEADER, "\n// The root of the derivative, as high + low.\n"]
    high = nearest(ROOT)
    parts.append("inline constexpr float kSiluRootHigh = %sf, kSiluRootLow = %sf;\n" %
                 (float(high).hex(), nearest(ROOT - high).hex()))
    high = float(ROOT)
    parts.append("inline constexpr double kSiluRootHighDouble = %s, kSiluRootLowDouble = %s;\n" %
                 (high.hex(), float(ROOT - high).hex()))
    coefficients, error = fit_float()
    parts.append(
        "\n// The derivative at root + u, |u| <= %s, divided by u: relative error 2^%.1f,\n// but "
        "for the rounding of arithmetic.\n"
        % (mpmath.nstr(FLOAT_RADIUS), numpy.log2(error)))
    parts.append("inline constexpr float kSiluNearRootRadius = %sf;\n" % float(FLOAT_RADIUS).hex())
    parts.append("inline constexpr float kSiluNearRoot0 = %sf;\n" % coefficients[0].hex())
    parts.append("inline constexpr float kSiluNearRoot[] = {%s};  // c1 and up\n" %
                 ", ".join(map(literal, coefficients[2:])))
    coefficients, error = fit_double()
    parts.append("\n// The same for |u| <= %s: relative error 2^%.1f.\n" %
                 (mpmath.nstr(DOUBLE_RADIUS), float(mpmath.log(error, 2))))
    parts.append("inline constexpr double kSiluNearRootRadiusDouble = %s;\n" %
                 float(DOUBLE_RADIUS).hex())
    parts.append("inline constexpr double kSiluNearRootDouble[] = {%s};\n" %
                 ", ".join(float.hex(c) for c in coefficients))
    parts.append("\n// The derivative at -t, 0 <= t < end; interval k is around k / scale.\n")
    parts.append("inline constexpr float kSiluTableScale = %sf, kSiluTableEnd = %sf;\n" %
                 (SCALE.hex(), nearest(15.499 / SCALE).hex()))
    for dtype, degree in (("Float32", 6), ("SixteenBit", 5)):
        parts.append(
            fit_piecewise("kSiluDerivative" + dtype, lambda t: derivative(-t), degree, INTERVALS,
                          -ROOT, dtype == "Float32", error_of_both))
    parts.append(
        "// clang-format on\n\n}  // namespace openaclnn\n\n#endif  // "
        "OPENACLNN_OPS_MATH_SILU_TABLES_H_\n"
    )
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(write(pathlib.Path(__file__).parent, {"tables.h": text()}))
