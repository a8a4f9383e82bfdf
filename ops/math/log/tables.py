"""Writes tables.h: polynomials of log(1 + f), and the constants of the bases.

  tools/env/enter --with=torch python3 ops/math/log/tables.py           writes the file
  tools/env/enter --with=torch python3 ops/math/log/tables.py --check   fails if it is not what
  would be written

In double with s = f / (2 + f), z = s^2: log(1 + f) = f - f^2 / 2 + s (f^2 / 2 + z (c0 + c1 z +
...)). In float32: log(1 + f) = f - f^2 / 2 + f^3 (c0 + c1 f + ...).
"""

import pathlib
import sys

import mpmath

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from fit import fit_double, fit_float, literal, nearest, write  # noqa: E402

LOW, HIGH = mpmath.sqrt(0.5) - 1, mpmath.sqrt(2) - 1


def series(z):
    """(2 atanh(s) / s - 2) / s^2 of z = s^2, which is 2/3 + 2/5 z + ..."""
    s = mpmath.sqrt(z)
    return (2 * mpmath.atanh(s) / s - 2) / z


def cubic(f):
    return (mpmath.log1p(f) - f + f**2 / 2) / f**3


def truncated(x, bits):
    """The highest bits of x as a double."""
    exponent = mpmath.floor(mpmath.log(abs(x), 2)) - bits + 1
    return float(mpmath.floor(x / 2**exponent) * 2**exponent)


def base(name, what, factor, of_two):
    """The logarithm of this base: ln times `factor`; that of 2 is `of_two`, whose high part times
    2^11 is exact."""
    high, double_high = float(factor), truncated(of_two, 40)
    rows = [
        "double kFactor = %s, kFactorLow = %s;" % (high.hex(), float(factor - high).hex()),
        "double kOfTwo = %s, kOfTwoLow = %s;" %
        (double_high.hex(), float(of_two - double_high).hex())
    ]
    for name32, value in (("kFloatFactor", factor), ("kFloatOfTwo", of_two)):
        high = nearest(value)
        rows.append("float %s = %sf, %sLow = %sf;" %
                    (name32, high.hex(), name32, nearest(value - high).hex()))
    return "\n// %s\nstruct %s {\n%s\n};\n" % (what, name, "\n".join("  static constexpr " + row
                                                                     for row in rows))


def text():
    parts = ["""// Written by ops/math/log/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_LOG_TABLES_H_
#define OPENACLNN_OPS_MATH_LOG_TABLES_H_

namespace openaclnn {

// clang-format off
"""]
    coefficients, error = fit_double(
        series, lambda z: z * mpmath.sqrt(z) / mpmath.atanh(mpmath.sqrt(z)) / 2,
        mpmath.mpf(2)**-40, (HIGH / (2 + HIGH))**2, 7)
    parts.append(
        "\n// Of float64: relative error of log(1 + f) 2^%.1f, but for the rounding of "
        "arithmetic.\n"
        % mpmath.log(error, 2))
    parts.append("inline constexpr double kLogFloat64[] = {%s};\n" %
                 ", ".join(map(float.hex, coefficients)))
    for name, degree in (("kLogFloat32", 7), ("kLogSixteenBit", 4)):
        coefficients, error = fit_float(cubic, lambda f: f**3 / mpmath.log1p(f), LOW, HIGH, degree)
        parts.append(
            "\n// Relative error of log(1 + f) 2^%.1f, but for the rounding of arithmetic.\n" %
            mpmath.log(error, 2))
        parts.append("inline constexpr float %s[] = {%s};\n" %
                     (name, ", ".join(map(literal, coefficients))))
    parts.append(
        base("BaseE", "Factors and logarithms of 2 as sums of two numbers.", mpmath.mpf(1),
             mpmath.log(2)))
    parts.append(base("Base2", "The same of log2.", 1 / mpmath.log(2), mpmath.mpf(1)))
    parts.append(
        base("Base10", "The same of log10.", 1 / mpmath.log(10),
             mpmath.log(2) / mpmath.log(10)))
    parts.append(
        "\n// clang-format on\n\n}  // namespace openaclnn\n\n#endif  // "
        "OPENACLNN_OPS_MATH_LOG_TABLES_H_\n"
    )
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(write(pathlib.Path(__file__).parent, {"tables.h": text()}))
