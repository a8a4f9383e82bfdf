"""Writes tables.h: erf by polynomials that are looked up by interval, in float32 and double.

  tools/env/enter --with=torch python3 ops/math/erf/tables.py           writes the file
  tools/env/enter --with=torch python3 ops/math/erf/tables.py --check   fails if it is not what
  would be written

Interval k holds the t nearest to k times the width. There erf(t) = c0 + (rest + c1 u + c2 u^2 ...),
u = t - centre, where c0 + rest is the value at the centre. Only the last sum rounds to a last place
of the result. In interval 0, where c0 is 0, the numbers are those of erf(t) = c1 u + (rest u + c2
u^2 ...): c1, 0, rest, c2 ... Double: from 1/2 on; below, erf(t) = t (s0 + (rest + s1 t^2 ...)).
"""

import pathlib
import sys

import mpmath

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from fit import chebyshev, nearest, write  # noqa: E402

COUNT = 32


def interpolate(function, nodes):
    powers = mpmath.matrix([[u**i for i in range(len(nodes))] for u in nodes])
    return list(mpmath.lu_solve(powers, mpmath.matrix([function(u) for u in nodes])))


def interval(k, width, degree, rounded):
    """c0, rest, c1, c2 ... and the greatest relative error."""
    centre, half = k * width, width / 2
    low = -half if k > 0 else mpmath.mpf(0)
    value = mpmath.erf(centre)

    def slope(u):
        return (mpmath.erf(centre + u) - value) / u

    c0 = rounded(value)
    terms = interpolate(slope, chebyshev(low, half, degree))
    row = [c0, rounded(value - c0)] + [rounded(c) for c in terms]
    if k == 0:
        row[0], row[2] = row[2], rounded(terms[0] - row[2])
    points = [u for u in chebyshev(low, half, 50) if abs(u) > half / 1000]
    sums = [
        row[0] * (1 if k else u) + mpmath.mpf(row[1]) + u * mpmath.polyval(row[:1:-1], u)
        for u in points
    ]
    return row, max(abs(s / mpmath.erf(centre + u) - 1) for s, u in zip(sums, points))


def table(declaration, width, degree, rounded, first, literal):
    rows, errors = zip(*[interval(k, width, degree, rounded) for k in range(COUNT)])
    text = ("\n// Relative error 2^%.1f,\n// but for the rounding of arithmetic; "
            "c0, rest, c1 ... of each interval of width %s.\n") % (
        mpmath.log(max(errors[first:]), 2), mpmath.nstr(width))
    lines = "".join("    {%s},\n" % ", ".join(literal(row[i]) for row in rows)
                    for i in range(degree + 2))
    return text + declaration % (degree + 2, COUNT, lines)


def text():
    mpmath.mp.prec = 200
    series = lambda z: mpmath.erf(mpmath.sqrt(z)) / mpmath.sqrt(z)
    slope = mpmath.mpf(2) / mpmath.sqrt(mpmath.pi)
    nodes = chebyshev(mpmath.mpf(0), mpmath.mpf("0.26"), 10)
    terms = [float(c) for c in interpolate(lambda z: (series(z) - slope) / z, nodes)]
    start = [float(slope), float(slope - float(slope))]
    sums = [(mpmath.fsum(start) + z * mpmath.polyval(terms[::-1], z)) / series(z) - 1
            for z in chebyshev(mpmath.mpf(0), mpmath.mpf("0.26"), 90)]
    hexadecimal = lambda c: float(c).hex()
    return """// Written by ops/math/erf/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_ERF_TABLES_H_
#define OPENACLNN_OPS_MATH_ERF_TABLES_H_

#include "ops/math/look_up.h"

namespace openaclnn {

// clang-format off

// Relative error 2^%.1f.
inline constexpr double kErfSlope = %s, kErfSlopeRest = %s;
inline constexpr double kErfSeries[] = {%s};
%s%s
// clang-format on

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_ERF_TABLES_H_
""" % (mpmath.log(max(map(abs, sums)), 2), start[0].hex(), start[1].hex(), ", ".join(
        map(hexadecimal, terms)),
       table("alignas(64) inline constexpr double kErfDouble[%d][%d] = {\n%s};\n",
             mpmath.mpf("0.1875"), 12, float, 3, hexadecimal),
       table("inline constexpr LookUpTable<float, %d, %d> kErfFloat = {{\n%s}};\n",
             mpmath.mpf("0.125"), 6, nearest, 0, lambda c: "%sf" % hexadecimal(c)))


if __name__ == "__main__":
    sys.exit(write(pathlib.Path(__file__).parent, {"tables.h": text()}))
