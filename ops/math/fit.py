"""What the programs share that fit polynomials to functions, and the tables of e^r - 1.

  tools/env/enter --with=torch python3 ops/math/fit.py           writes expm1_tables.h
  tools/env/enter --with=torch python3 ops/math/fit.py --check   fails if it is not what would be written

e^r - 1 = r + r^2 (c0 + c1 r + ...) for |r| <= ln(2) / 2. The coefficients minimize the greatest relative error, rounded to float32 one after
the other, each time fitting the rest again.
"""

import pathlib
import sys

import mpmath
import numpy

mpmath.mp.prec = 140


def nearest(x):
    return float(numpy.float32(float(x)))


def minimax(us, values, weights, degree):
    """Coefficients of the polynomial that minimizes the greatest |weight * error|, by Lawson's iteration."""
    scale = numpy.max(numpy.abs(us))
    powers = numpy.vander(us / scale, degree + 1, increasing=True)
    shares = numpy.ones(len(us))
    for _ in range(60):
        factor = numpy.sqrt(shares) * weights
        solution = numpy.linalg.lstsq(powers * factor[:, None], values * factor, rcond=None)[0]
        error = numpy.abs((powers @ solution - values) * weights)
        shares = shares * (error + 1e-3 * numpy.max(error))
        shares /= numpy.sum(shares)
    return solution / scale ** numpy.arange(degree + 1), numpy.max(error)


def chebyshev(low, high, count):
    """The points at which polynomials of degree count - 1 interpolate best."""
    middle, half = (mpmath.mpf(high) + low) / 2, (mpmath.mpf(high) - low) / 2
    return [middle + half * mpmath.cos(mpmath.pi * (i + 0.5) / count) for i in range(count)]


def fit_float(function, weight, low, high, degree):
    """Coefficients in float32 of the polynomial for `function` on [low, high], and the greatest |weight * error|."""
    nodes = chebyshev(low, high, 80)
    us = numpy.array([float(u) for u in nodes])
    rest = numpy.array([float(function(u)) for u in nodes])
    weights = numpy.array([float(weight(u)) for u in nodes])
    coefficients = []
    for power in range(degree + 1):
        solution, error = minimax(us, rest, weights, degree - power)
        coefficients.append(nearest(solution[0]))
        rest = (rest - coefficients[-1]) / us
        weights = weights * numpy.abs(us)
    return coefficients, error


def fit_double(function, weight, low, high, degree):
    """The same in double, by interpolation."""
    nodes = chebyshev(low, high, degree + 1)
    powers = mpmath.matrix([[u**i for i in range(degree + 1)] for u in nodes])
    coefficients = [float(c) for c in mpmath.lu_solve(powers, mpmath.matrix([function(u) for u in nodes]))]
    errors = [abs(weight(u) * (mpmath.polyval(coefficients[::-1], u) - function(u))) for u in chebyshev(low, high, 400)]
    return coefficients, float(max(errors))


def fit_expm1(degree):
    """Coefficients of (e^r - 1 - r) / r^2, and the greatest error relative to e^r - 1."""
    half = mpmath.log(2) / 2 * mpmath.mpf("1.001")
    return fit_float(lambda r: (mpmath.expm1(r) - r) / r**2, lambda r: r**2 / mpmath.expm1(r), -half, half, degree)


def literal(value):
    digits = "%.9g" % value
    return digits + "f" if "." in digits or "e" in digits else digits


HEADER = """// Written by ops/math/fit.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_EXPM1_TABLES_H_
#define OPENACLNN_OPS_MATH_EXPM1_TABLES_H_

namespace openaclnn {

// clang-format off
"""


def text():
    parts = [HEADER]
    for name, degree in (("kExpm1Float32", 4), ("kExpm1SixteenBit", 3)):
        coefficients, worst = fit_expm1(degree)
        print("%s, degree %d: relative error 2^%.2f" % (name, degree, numpy.log2(worst)))
        parts.append("\n// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2: relative error of e^r - 1 2^%.1f,\n// but for the rounding of arithmetic.\n"
                     "inline constexpr float %s[] = {%s};\n" % (numpy.log2(worst), name, ", ".join(map(literal, coefficients))))
    parts.append("// clang-format on\n\n}  // namespace openaclnn\n\n#endif  // OPENACLNN_OPS_MATH_EXPM1_TABLES_H_\n")
    return "".join(parts)


def write(folder, files):
    """Writes `files`, name -> text, to `folder`; with --check returns what is wrong with them instead."""
    for name, made in files.items():
        path = folder / name
        if "--check" not in sys.argv:
            path.write_text(made)
        elif path.read_text() != made:
            return "%s is not what %s writes" % (path, sys.argv[0])
    return 0


if __name__ == "__main__":
    sys.exit(write(pathlib.Path(__file__).parent, {"expm1_tables.h": text()}))
