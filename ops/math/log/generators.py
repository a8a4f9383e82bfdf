"""How the inputs of logarithms are drawn."""

import numpy as np

from generators import Generator, around, limits, log_uniform, mix


def _specials(dtype):
    values = [3.0, -3.0, 0.5, -0.5, 10.0, 100.0] + around(1.0, dtype, 2) + around(
        2.0, dtype, 1) + around(-1.0, dtype, 2)
    # Where the exponent of the reduced argument changes: of x, and of 1 + x.
    return values + around(0.7071067811865476, dtype, 1) + around(
        -0.2928932188134524, dtype, 1) + around(0.41421356237309503, dtype, 1) + limits(dtype)


def _bulk(draw, count):
    return mix(draw, count, [(0.30, draw.uniform(count, 0.3, 3)),
                             (0.20, draw.uniform(count, 0, 100)),
                             (0.15, 1 + log_uniform(draw, count, -20, -3)),
                             (0.20, np.abs(log_uniform(draw, count, -14, 15))),
                             (0.02, np.abs(log_uniform(draw, count, -60, 60))),
                             (0.13, draw.uniform(count, -1, 0))])


GENERATORS = {"log": Generator(_specials, _bulk, scatter=4, few_negatives=True, small=0.9)}
