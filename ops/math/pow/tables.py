"""Writes tables.h and device_tables.h: logarithms by intervals, for powers.

  tools/env/enter --with=torch python3 ops/math/pow/tables.py           writes the file
  tools/env/enter --with=torch python3 ops/math/pow/tables.py --check   fails if it is not what
  would be written

m = 2^-k x lies in an interval of [0.7, 1.4) with a factor c of 8 digits, about 1 / m: ln(m) =
log1p(c m - 1) - ln(c). Of the intervals next to 1 c is 1, so that nothing cancels. -ln(c) is the
sum of two numbers, of which the first is a multiple of 2^-42, as is that of ln(2): multiples of
them are exact. log1p(r) = r - r^2 / 2 + r^3 (a0 + a1 r + ...).

For float32 results eight intervals of [0.71875, 1.4375) suffice, which registers hold, and the
logarithm to base 2: log2(m) = r (b0 + b1 r ...) - log2(c).

The device's, for g from 0 to 4: log2(1 + g / 4) = g / 4 + g (g - 4) (q0 + q1 g + q2 g^2), where
the q are sums of two numbers. Those of the first give multiples of 2^-13.
"""

import pathlib
import struct
import sys

import mpmath

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from fit import fit_double, literal, nearest, write  # noqa: E402

COUNT, SHIFT = 128, 45
FIRST = 0x3fe6955500000000
SHORT_COUNT, SHORT_SHIFT = 8, 49
SHORT_FIRST = 0x3fe7000000000000


def number(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def two_parts(x):
    high = float(mpmath.nint(x * 2**42) / 2**42)
    return high, float(x - high)


def factors(first, shift, count):
    """The factor c of each interval, and between which numbers c m - 1 lies."""
    result, reach = [], []
    for i in range(count):
        ends = [number(first + ((i + end) << shift)) for end in (0, 1)]
        # The interval crosses a power of two only at 1, where its ends are of different scales.
        c = mpmath.mpf(1) if ends[0] <= 1 <= ends[1] else mpmath.nint(
            256 / (mpmath.mpf(ends[0]) + ends[1])) / 128
        result.append(c)
        reach += [c * end - 1 for end in ends]
    return result, min(reach), max(reach)


def text():
    rows, least, greatest = factors(FIRST, SHIFT, COUNT)
    reach = max(-least, greatest)
    parts = [two_parts(-mpmath.log(c)) for c in rows]
    short_rows, short_least, short_greatest = factors(SHORT_FIRST, SHORT_SHIFT, SHORT_COUNT)
    cubic = lambda r: (mpmath.log1p(r) - r + r**2 / 2) / r**3
    coefficients, error = fit_double(cubic, lambda r: r**3 / mpmath.log1p(r), -reach,
                                     reach * mpmath.mpf("1.01"), 6)
    log2 = lambda r: mpmath.log1p(r) / r / mpmath.log(2)
    short, short_error = fit_double(log2, lambda r: 1 / log2(r), short_least, short_greatest, 7)
    powers, power_error = fit_double(lambda f: mpmath.mpf(2)**f, lambda f: mpmath.mpf(2)**-f,
                                     mpmath.mpf(-0.5), mpmath.mpf(0.5), 7)
    array = lambda values: "{%s}" % ", ".join(float(value).hex() for value in values)
    high, low = two_parts(mpmath.log(2))
    return """// Written by ops/math/pow/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_POW_TABLES_H_
#define OPENACLNN_OPS_MATH_POW_TABLES_H_

#include <cstdint>

#include "ops/math/look_up.h"

namespace openaclnn {

// clang-format off

inline constexpr int64_t kPowFirst = 0x%x;
inline constexpr int kPowShift = %d;
inline constexpr double kPowLn2 = %s, kPowLn2Low = %s;

// Relative error of log1p(r) 2^%.1f for |r| <= 2^%.2f, but for the rounding of arithmetic.
inline constexpr double kPowLog1p[] = %s;

// For float32 results: of log2(1 + r) / r 2^%.1f, and of 2^f for |f| <= 1/2 2^%.1f.
inline constexpr int64_t kPowShortFirst = 0x%x;
inline constexpr int kPowShortShift = %d;
inline constexpr double kPowLog2[] = %s;
inline constexpr double kPowExp2[] = %s;
// Factors, and the logarithms of their inverses.
inline constexpr LookUpTable<double, 2, %d> kPowShort = {{
    %s,
    %s,
}};

alignas(64) inline constexpr double kPowFactor[] = %s;
alignas(64) inline constexpr double kPowLog[] = %s;
alignas(64) inline constexpr double kPowLogLow[] = %s;

// clang-format on

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_POW_TABLES_H_
""" % (FIRST, SHIFT, high.hex(), low.hex(), mpmath.log(error, 2), mpmath.log(
        reach, 2), array(coefficients), mpmath.log(short_error, 2), mpmath.log(
            power_error, 2), SHORT_FIRST, SHORT_SHIFT, array(short), array(powers), SHORT_COUNT,
       array(short_rows), array(-mpmath.log(c, 2) for c in short_rows), array(rows),
       array(part[0] for part in parts), array(part[1] for part in parts))


def through(values):
    """Coefficients of the quadratic polynomial with these values at 1, 2 and 3."""
    square = (values[0] - 2 * values[1] + values[2]) / 2
    slope = values[1] - values[0] - 3 * square
    return [values[0] - slope - square, slope, square]


def quarters():
    unit = mpmath.mpf(2)**-13
    wanted = [(mpmath.log(1 + mpmath.mpf(g) / 4, 2) - mpmath.mpf(g) / 4) / (g * (g - 4))
              for g in (1, 2, 3)]
    high = [mpmath.nint(value / unit) * unit for value in wanted]
    # The second difference, too, is to be even.
    if (high[0] + high[2]) / unit % 2 != 0:
        high[2] += unit * mpmath.sign(wanted[2] - high[2])
    return through(high), through([value - part for value, part in zip(wanted, high)])


def device_text():
    high, low = quarters()
    series = [nearest(2 / mpmath.log(2) / i) for i in (1, 3, 5, 7)]
    array = lambda values: "{%s}" % ", ".join(literal(nearest(value)) for value in values)
    return """// Written by ops/math/pow/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_POW_DEVICE_TABLES_H_
#define OPENACLNN_OPS_MATH_POW_DEVICE_TABLES_H_

namespace openaclnn {

// clang-format off

inline constexpr float kPowQuarters[] = %s, kPowQuartersLow[] = %s;

// 2 / ln(2) over 1, 3, 5 and 7, and what the first lost.
inline constexpr float kPowSeries[] = %s, kPowSeriesLow = %s;

// clang-format on

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_POW_DEVICE_TABLES_H_
""" % (array(high), array(low), array(series), literal(nearest(2 / mpmath.log(2) - series[0])))


if __name__ == "__main__":
    sys.exit(
        write(
            pathlib.Path(__file__).parent, {"tables.h": text(), "device_tables.h": device_text()}))
