"""How the inputs of the logistic function are drawn, and those of its gradient: its results."""

from generators import Generator, around, limits, log_uniform, mix


def _specials(dtype):
    return [
        1.0, -1.0, 0.5, -3.0, 9.0, 17.0, -17.0, 37.0, -60.0, -88.0, -104.0, -708.5, -744.0, 1e4,
        -1e4
    ] + limits(dtype)


def _bulk(draw, count):
    return mix(draw, count, [(0.6, draw.uniform(count, -6, 6)), (0.2, draw.uniform(count, -20, 0)),
                             (0.1, draw.uniform(count, -100, 0)),
                             (0.1, log_uniform(draw, count, -12, 2))])


def _result_specials(dtype):
    # Numbers whose square overflows meet gradients that are tiny.
    return [0.5, -0.5, 3.0, -3.0, 1e4, -1e20, 1e30] + around(1.0, dtype, 2) + limits(dtype)


def _results(draw, count):
    return mix(draw, count, [(0.5, draw.uniform(count, 0, 1)), (0.2, draw.uniform(count, 0.98, 1)),
                             (0.3, log_uniform(draw, count, -20, 7))])


# Integers from 17 on all have the result 1, or nearly 0.
GENERATORS = {"sigmoid": Generator(_specials, _bulk, scatter=5, small=0.9, span=5),
              "sigmoid_result": Generator(_result_specials, _results, scatter=5)}
