"""How the inputs of the error function are drawn."""

from generators import Generator, limits, log_uniform, mix


def _specials(dtype):
    return [0.5, -0.5, 1.0, -1.0, 2.0, -3.0, 3.9, 3.95, -5.86, 5.93, 10.0, -1e4] + limits(dtype)


def _bulk(draw, count):
    return mix(draw, count, [(0.8, draw.uniform(count, -2.5, 2.5)),
                             (0.1, log_uniform(draw, count, -14, -2)),
                             (0.1, draw.uniform(count, -6, 6))])


# Integers from 6 on all have the result 1.
GENERATORS = {"erf": Generator(_specials, _bulk, scatter=5, small=0.9, span=3)}
