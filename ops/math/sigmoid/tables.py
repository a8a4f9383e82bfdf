"""Writes tables.h: the logistic function at -t by piecewise polynomials (fit.py explains them).

  tools/env/enter --with=torch python3 ops/math/sigmoid/tables.py           writes the file
  tools/env/enter --with=torch python3 ops/math/sigmoid/tables.py --check   fails if it is not what
  would be written

16 intervals of width 1/2, interval k around k / 2.
"""

import pathlib
import sys

import mpmath

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from fit import fit_piecewise, write  # noqa: E402

INTERVALS = [(max(k - 0.5, 0) / 2, (k + 0.5) / 2) for k in range(16)]

HEADER = """// Written by ops/math/sigmoid/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_SIGMOID_TABLES_H_
#define OPENACLNN_OPS_MATH_SIGMOID_TABLES_H_

#include "ops/math/piecewise.h"

namespace openaclnn {

// The tables hold 1 / (1 + e^t) for 0 <= t < this.
inline constexpr float kLogisticTableEnd = %sf;

// clang-format off
""" % INTERVALS[-1][1]


def text():
    parts = [HEADER]
    for dtype, degree in (("Float32", 6), ("SixteenBit", 4)):
        parts.append(
            fit_piecewise("kLogistic" + dtype, lambda t: 1 / (1 + mpmath.exp(t)), degree,
                          INTERVALS))
    parts.append(
        "// clang-format on\n\n}  // namespace openaclnn\n\n#endif  // "
        "OPENACLNN_OPS_MATH_SIGMOID_TABLES_H_\n"
    )
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(write(pathlib.Path(__file__).parent, {"tables.h": text()}))
