"""What the programs share that fit polynomials to functions, and the tables of e^r - 1.

  tools/env/enter --with=torch python3 ops/math/fit.py           writes expm1_tables.h
  tools/env/enter --with=torch python3 ops/math/fit.py --check   fails if it is not what would be
  written

e^r - 1 = r + r^2 (c0 + c1 r + ...) for |r| <= ln(2) / 2. The coefficients minimize the greatest
relative error, rounded to float32 one after the other, each time fitting the rest again.

Piecewise polynomials (piecewise.h): a function f is cut into intervals, and in each f(x) = c0 + c1
u + ... + cd u^d, u = x - centre. What makes float32 arithmetic accurate enough (Gal's accurate
tables, S. Gal, "Computing elementary functions", 1986):
* the centre is a float32 number for which c0 = f(centre) and c1 = f'(centre) are float32 numbers,
nearly, so that storing them costs nothing;
* it lies where the greatest |f(x) - c0| / |f(x)| of the interval is least, because what is added to
c0 carries the rounding errors; where 1 - f is a result, too, the greatest error of both is least;
* in an interval with a root of f the centre is the float32 nearest to the root: c0 is tiny, and u
is exact. c1 is split in two there. The other coefficients are fitted as above.
"""

import pathlib
import sys

import mpmath
import numpy

mpmath.mp.prec = 140


def nearest(x):
    return float(numpy.float32(float(x)))


def minimax(us, values, weights, degree):
    """Coefficients of the polynomial that minimizes the greatest |weight * error|, by Lawson's
    iteration."""
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
    """Coefficients in float32 of the polynomial for `function` on [low, high], and the greatest
    |weight * error|."""
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
    coefficients = [
        float(c) for c in mpmath.lu_solve(powers, mpmath.matrix([function(u) for u in nodes]))
    ]
    errors = [
        abs(weight(u) * (mpmath.polyval(coefficients[::-1], u) - function(u)))
        for u in chebyshev(low, high, 400)
    ]
    return coefficients, float(max(errors))


def fit_expm1(degree):
    """Coefficients of (e^r - 1 - r) / r^2, and the greatest error relative to e^r - 1."""
    half = mpmath.log(2) / 2 * mpmath.mpf("1.001")
    return fit_float(lambda r: (mpmath.expm1(r) - r) / r**2, lambda r: r**2 / mpmath.expm1(r),
                     -half, half, degree)


def literal(value):
    digits = "%.9g" % value
    return digits + "f" if "." in digits or "e" in digits else digits


def added_error(value, c0):
    """What the rounding errors of value - c0 make of f = `value`, relative to it."""
    return abs(value - c0) / abs(value)


def error_of_both(value, c0):
    """A bound for the errors of f = `value` < 1/2 and of 1 - f, relative to them, in units of
    2^-24. 1 - f is rounded once more, by half an ULP of its own."""
    half_ulp = mpmath.mpf(2) ** mpmath.floor(mpmath.log(abs(value), 2))
    rest = 1 - value
    error = half_ulp + abs(value - c0)
    return max(error / abs(value), (error + (0.5 if rest < 1 else 1)) / rest)


def choose_centre(function, low, high, result_error):
    """The place for a centre where the greatest `result_error` of a value and c0 is least; then the
    float32 near it for which c0 and c1 are nearly float32 numbers."""
    xs = [low + (high - low) * mpmath.mpf(i) / 16 for i in range(17)]
    values = [function(x) for x in xs]
    best = min(xs[4:13], key=lambda c: max(result_error(v, function(c)) for v in values))
    # Close to the centre a Taylor polynomial tells c0 and c1 accurately enough, and fast.
    # Not more than 18 bits after the point, so that u is nearly exact next to zero, too.
    best = round(float(best) * 2**10) / 2**10
    taylor = [float(c) for c in mpmath.taylor(function, best, 8)]
    steps = numpy.arange(-2048, 2049) * 2.0**-18
    c0 = numpy.polynomial.polynomial.polyval(steps, taylor)
    c1 = numpy.polynomial.polynomial.polyval(steps, [i * c for i, c in enumerate(taylor)][1:])
    c0_off = numpy.abs(c0 - c0.astype(numpy.float32)) / numpy.spacing(
        numpy.abs(c0).astype(numpy.float32))
    c1_off = numpy.abs(c1 - c1.astype(numpy.float32)) / numpy.spacing(
        numpy.abs(c1).astype(numpy.float32))
    return mpmath.mpf(best + float(steps[numpy.argmin(c0_off + 0.3 * c1_off)]))


def fit_interval(function, degree, low, high, root, exact_slope, result_error):
    """[centre, c0, c1, ..., cd], the correction of c1, and the relative error. The centre of an
    interval that begins at 0 is 0."""
    has_root = root is not None and low <= root <= high
    if has_root:
        centre = mpmath.mpf(nearest(root))
    else:
        centre = low if low == 0 else choose_centre(function, low, high, result_error)
    exact0, exact1 = mpmath.taylor(function, centre, 1)
    c0, c1 = nearest(exact0), nearest(exact1)
    c1_rest = nearest(exact1 - c1) if has_root and exact_slope else 0.0
    nodes = chebyshev(low, high, 80)
    us = numpy.array([float(x - centre) for x in nodes])
    exact = [function(x) for x in nodes]
    # What is left for c2 and up, divided by u^2.
    rest = numpy.array([
        float((v - c0 - (x - centre) * (c1 + mpmath.mpf(c1_rest))) / (x - centre)**2)
        for v, x in zip(exact, nodes)
    ])
    weights = us**2 / numpy.abs(numpy.array([float(v) for v in exact]))
    coefficients = [c0, c1]
    for power in range(2, degree + 1):
        solution, error = minimax(us, rest, weights, degree - power)
        coefficient = nearest(solution[0])
        coefficients.append(coefficient)
        rest = (rest - coefficient) / us
        weights = weights * numpy.abs(us)
    return [float(centre)] + coefficients, c1_rest, error


def fit_piecewise(name, function, degree, intervals, root=None, exact_slope=False,
                  result_error=added_error):
    """The text of a PiecewiseTable called `name`; `intervals` are pairs of numbers, and
    `result_error` is what choose_centre() makes small."""
    rows, rests, errors = zip(*[
        fit_interval(function, degree, mpmath.mpf(low), mpmath.mpf(high), root, exact_slope,
                     result_error)
        for low, high in intervals
    ])
    table = [list(column) for column in zip(*rows)]
    if exact_slope:
        # The interval with the root gets its c1 from a row of its own, added last.
        at = next(k for k, rest in enumerate(rests) if rest != 0)
        slope = [0.0] * len(intervals)
        slope[at] = table[2][at]
        table[2][at] = rests[at]
        table.append(slope)
    error = numpy.log2(max(errors))
    print("%s, degree %d: relative error 2^%.2f" % (name, degree, error))
    return ("\n// Relative error 2^%.1f, but for the rounding of arithmetic.\n"
            "inline constexpr PiecewiseTable<%d, %d, %s> %s = {{\n%s}};\n") % (
        error, degree, len(intervals), "true" if exact_slope else "false", name, "".join(
            "    {" + ", ".join(map(literal, row)) + "},\n" for row in table))


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
        parts.append(
            "\n// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2: relative error of e^r - 1 2^%.1f,\n// "
            "but for the rounding of arithmetic.\n"
            "inline constexpr float %s[] = {%s};\n" %
            (numpy.log2(worst), name, ", ".join(map(literal, coefficients))))
    parts.append(
        "// clang-format on\n\n}  // namespace openaclnn\n\n#endif  // "
        "OPENACLNN_OPS_MATH_EXPM1_TABLES_H_\n"
    )
    return "".join(parts)


def write(folder, files):
    """Writes `files`, name -> text, to `folder`; with --check returns what is wrong with them
    instead."""
    for name, made in files.items():
        path = folder / name
        if "--check" not in sys.argv:
            path.write_text(made)
        elif path.read_text() != made:
            return "%s is not what %s writes" % (path, sys.argv[0])
    return 0


if __name__ == "__main__":
    sys.exit(write(pathlib.Path(__file__).parent, {"expm1_tables.h": text()}))
