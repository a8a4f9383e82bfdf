"""Writes tables.h: the hyperbolic tangent by piecewise polynomials (fit.py explains them).

  tools/env/enter --with=torch python3 ops/math/tanh/tables.py           writes the file
  tools/env/enter --with=torch python3 ops/math/tanh/tables.py --check   fails if it is not what
  would be written

Interval k of 16 is around k / SCALE. They end where float32 has no number between the function and
1.
"""

import pathlib
import sys

import mpmath

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from fit import fit_piecewise, nearest, write  # noqa: E402

END = nearest(mpmath.atanh(1 - mpmath.mpf(2)**-25))
SCALE = nearest(15.498 / END)
# Scaled numbers are rounded: one next to an edge may be counted to the neighbour.
EDGE = mpmath.mpf("0.5001")
INTERVALS = [(max(k - EDGE, 0) / SCALE, (k + EDGE) / SCALE) for k in range(16)]

HEADER = """// Written by ops/math/tanh/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_TANH_TABLES_H_
#define OPENACLNN_OPS_MATH_TANH_TABLES_H_

#include "ops/math/piecewise.h"

namespace openaclnn {

// clang-format off

// tanh(t) for 0 <= t <= end, whence it is 1; interval k is around k / scale.
"""


def text():
    parts = [HEADER]
    parts.append("inline constexpr float kTanhTableScale = %sf, kTanhTableEnd = %sf;\n" %
                 (SCALE.hex(), END.hex()))
    for dtype, degree in (("Float32", 7), ("SixteenBit", 6)):
        parts.append(fit_piecewise("kTanh" + dtype, mpmath.tanh, degree, INTERVALS))
    parts.append(
        "// clang-format on\n\n}  // namespace openaclnn\n\n#endif  // "
        "OPENACLNN_OPS_MATH_TANH_TABLES_H_\n"
    )
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(write(pathlib.Path(__file__).parent, {"tables.h": text()}))
