"""How bases and exponents are drawn."""

import numpy as np

from generators import Generator, around, limits, log_uniform, mix


def _base_specials(dtype):
    # Cubes of some are among the least and the greatest numbers.
    ends = [2.0**-47.5, 2.0**-43.5, -2.0**-44.3, 2.0**42.5, -2.0**42.4, 2.0**42.6]
    return ends + [-0.25, -0.4, -5.0, -6.5, 2.0, -2.0, 3.0, -3.0, 0.5, -0.5, 10.0] + around(
        1.0, dtype, 2) + around(-1.0, dtype, 1) + limits(dtype)


def _bases(draw, count):
    sign = np.where(draw.uniform(count) < 0.9, 1.0, -1.0)
    return sign * mix(draw, count, [(0.62, draw.uniform(count, 0.2, 4)),
                                    (0.08, -draw.uniform(count, 0.1, 8)),
                                    (0.10, np.abs(log_uniform(draw, count, -12, 12))),
                                    (0.10, 1 + log_uniform(draw, count, -20, -3)),
                                    (0.06, np.floor(draw.uniform(count, 1, 12))),
                                    (0.04, -np.abs(log_uniform(draw, count, -10, -4)))])


def _exponent_specials(dtype):
    # Powers of 3 by some are among the least and the greatest numbers.
    ends = [10.0, 80.5, 80.4, -82.0, -90.0, 645.5, -650.0, -655.0]
    return ends + [
        1.0, -1.0, 2.0, 3.0, -2.0, -3.0, 0.5, -0.5, 0.3333333333333333, 1.5, 16777215.0, 16777217.0,
        100.0, -101.0
    ] + limits(dtype)


def _exponents(draw, count):
    return mix(draw, count, [(0.50, draw.uniform(count, -4, 4)),
                             (0.38, np.floor(draw.uniform(count, -6, 7))),
                             (0.05, draw.uniform(count, -130, 130)),
                             (0.07, log_uniform(draw, count, -20, 2))])


GENERATORS = {
    "base": Generator(_base_specials, _bases, scatter=6, few_negatives=True, small=0.9, span=9),
    "exponent": Generator(_exponent_specials, _exponents, scatter=8, few_negatives=True, small=0.97,
                          span=5),
}
