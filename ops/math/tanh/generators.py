"""How the inputs of tanh are drawn, and those of its gradient: its results."""

from generators import Generator, around, limits, log_uniform, mix


def _specials(dtype):
    return [0.5, -0.5, 0.6, 1.0, -1.0, 2.0, -3.0, 4.5, -8.9, 9.01, 20.0, -1e4] + limits(dtype)


def _bulk(draw, count):
    return mix(draw, count, [(0.7, draw.uniform(count, -4, 4)),
                             (0.1, log_uniform(draw, count, -14, -2)),
                             (0.2, draw.uniform(count, -10, 10))])


def _result_specials(dtype):
    # Numbers whose square overflows meet gradients that are tiny.
    return [0.5, -0.5, 3.0, -3.0, 1e4, -1e20, 1e30] + around(1.0, dtype, 2) + around(
        -1.0, dtype, 1) + limits(dtype)


def _results(draw, count):
    return mix(draw, count, [(0.5, draw.uniform(count, -1, 1)), (0.2, draw.uniform(count, 0.98, 1)),
                             (0.3, log_uniform(draw, count, -8, 7))])


# Integers from 10 on all have the tanh 1.
GENERATORS = {"tanh": Generator(_specials, _bulk, scatter=5, small=0.9, span=3),
              "tanh_result": Generator(_result_specials, _results, scatter=5)}
