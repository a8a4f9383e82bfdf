"""How the inputs of sine and cosine are drawn."""

import numpy as np

from generators import Generator, around, limits, log_uniform, mix

HALF_PI = np.pi / 2


def _specials(dtype):
    # Multiples of pi / 2, float16 numbers near to them, borders of the reductions, and the float32
    # and the float64 number that are nearest to a multiple of pi / 2.
    values = [sign * k * HALF_PI for k in (0.5, 1, 1.5, 2, 3, 4, 100) for sign in (1, -1)]
    values += [
        177.5, -177.5, 532.5, -532.5, 887.5, -887.5, 6400.0, 65504.0, 2.0**17, 2.0**28, 1e7, -1e10,
        1e22, -1e30
    ]
    values += [float.fromhex("0x1.f37736p95"), 6381956970095103.0 * 2.0**797, -1e300]
    return around(np.pi, dtype, 2) + values + limits(dtype)


def _bulk(draw, count):
    return mix(draw, count, [(0.35, draw.uniform(count, -4, 4)),
                             (0.25, draw.uniform(count, -100, 100)),
                             (0.10, log_uniform(draw, count, -14, 0)),
                             (0.20, draw.uniform(count, -6e4, 6e4)),
                             (0.10, log_uniform(draw, count, 14, 100))])


GENERATORS = {"angle": Generator(_specials, _bulk)}
