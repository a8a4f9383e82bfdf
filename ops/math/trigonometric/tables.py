"""Writes tables.h: polynomials of sine and cosine, pi / 2 in parts, and the digits of 2 / pi.

  tools/env/enter --with=torch python3 ops/math/trigonometric/tables.py           writes the file
  tools/env/enter --with=torch python3 ops/math/trigonometric/tables.py --check   fails if it is not
  what would be written

With z = r^2 and |r| <= pi / 4: sin(r) = r + r z (s0 + s1 z + ...), cos(r) = 1 - z / 2 + z^2 (c0 +
c1 z + ...). The parts of pi / 2: in double 50 digits, so that x less their multiple is exact, and
the rest; in float32 22 digits and the rest. Row i of kTwoOverPi holds part i of 2^(16 j - 32) 2 /
pi modulo 4, for j = 0, 1, ...
"""

import pathlib
import sys

import mpmath

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from fit import fit_double, fit_float, literal, nearest, write  # noqa: E402

mpmath.mp.prec = 1400
HALF_PI = mpmath.pi / 2
END = (HALF_PI / 2 * mpmath.mpf("1.001"))**2
LEAST = mpmath.mpf(2)**-30
SCALES = 63


def sine(z):
    r = mpmath.sqrt(z)
    return (mpmath.sin(r) / r - 1) / z


def cosine(z):
    return (mpmath.cos(mpmath.sqrt(z)) - 1 + z / 2) / z**2


def truncated(x, bits):
    """The highest bits of x."""
    unit = mpmath.mpf(2)**(mpmath.floor(mpmath.log(abs(x), 2)) - bits + 1)
    return mpmath.floor(x / unit) * unit


def parts(x, rounds):
    """x as a sum: of what each function of `rounds` makes of the rest."""
    result = []
    for rounded in rounds:
        result.append(float(rounded(x)))
        x -= result[-1]
    return result


def polynomial(kind, name, fit, function, weight, degree, spell):
    coefficients, error = fit(function, weight, LEAST, END, degree)
    return ("// Relative error 2^%.1f, but for the rounding of arithmetic.\n"
            "inline constexpr %s %s[] = {%s};\n") % (
        mpmath.log(error, 2), kind, name, ", ".join(map(spell, coefficients)))


def text():
    of_sine = sine, lambda z: z * mpmath.sqrt(z) / mpmath.sin(mpmath.sqrt(z))
    of_cosine = cosine, lambda z: z**2 / mpmath.cos(mpmath.sqrt(z))
    text = """// Written by ops/math/trigonometric/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_TRIGONOMETRIC_TABLES_H_
#define OPENACLNN_OPS_MATH_TRIGONOMETRIC_TABLES_H_

#include <cstdint>

namespace openaclnn {

// clang-format off

"""
    text += polynomial("double", "kSineDouble", fit_double, *of_sine, 6, float.hex)
    text += polynomial("double", "kCosineDouble", fit_double, *of_cosine, 6, float.hex)
    text += polynomial("float", "kSineFloat", fit_float, *of_sine, 3, literal)
    text += polynomial("float", "kCosineFloat", fit_float, *of_cosine, 3, literal)
    text += polynomial("float", "kSineSixteenBit", fit_float, *of_sine, 2, literal)
    text += polynomial("float", "kCosineSixteenBit", fit_float, *of_cosine, 1, literal)
    text += "\ninline constexpr double kTwoOverPiDouble = %s;\n" % float(1 / HALF_PI).hex()
    text += "inline constexpr double kHalfPi[] = {%s};\n" % ", ".join(
        map(float.hex, parts(HALF_PI, [lambda x: truncated(x, 50), float, float])))
    text += "inline constexpr float kHalfPiFloat[] = {%s};\n" % ", ".join(
        part.hex() + "f" for part in parts(HALF_PI, [lambda x: truncated(x, 22), nearest, nearest]))
    text += ("\n// 12 digits each, and the rest.\n"
             "inline constexpr float kHalfPiDigits[] = {%s};\n") % ", ".join(
        part.hex() + "f" for part in parts(HALF_PI, 3 * [lambda x: truncated(x, 12)] + [nearest]))
    words = [int(mpmath.floor(2**(32 * (i + 1)) / HALF_PI)) % 2**32 for i in range(7)]
    text += ("\n// The digits of 2 / pi behind the point, after 32 before it.\n"
             "inline constexpr uint32_t kTwoOverPiDigits[] = {0, %s};\n") % (
        ", ".join("0x%08x" % word for word in words))
    rows = zip(
        *[parts(mpmath.mpf(2)**(16 * j - 32) / HALF_PI % 4, 4 * [float]) for j in range(SCALES)])
    text += "\nalignas(64) inline constexpr double kTwoOverPi[4][%d] = {\n%s};\n" % (
        SCALES, "".join("    {%s},\n" % ", ".join(map(float.hex, row)) for row in rows))
    return text + ("\n// clang-format on\n\n}  // namespace openaclnn\n\n"
                   "#endif  // OPENACLNN_OPS_MATH_TRIGONOMETRIC_TABLES_H_\n")


if __name__ == "__main__":
    sys.exit(write(pathlib.Path(__file__).parent, {"tables.h": text()}))
