"""How the inputs of leaky ReLU are drawn."""

from generators import Generator, limits, log_uniform, mix


def _specials(dtype):
    return [1.0, -1.0, 0.5, -0.5, 100.0, -100.0, 1e4, -1e4] + limits(dtype)


def _bulk(draw, count):
    return mix(draw, count, [(0.5, draw.normal(count)), (0.5, log_uniform(draw, count, -14, 14))])


GENERATORS = {"leaky_relu": Generator(_specials, _bulk)}
