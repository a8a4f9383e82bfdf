"""How the inputs of ELU are drawn."""

from generators import Generator, limits, log_uniform, mix


def _specials(dtype):
    near = [-2.0**-27, -2.0**-100, -0.45, -0.5, -0.693, -0.7, -1.0, -1.04]
    return near + [-8.0, -17.0, -25.0, -80.5, -90.0, -104.0, 0.5, 1.0, 80.0] + limits(dtype)


def _bulk(draw, count):
    return mix(draw, count, [(0.60, draw.uniform(count, -9, 9)), (0.15, draw.normal(count)),
                             (0.15, draw.uniform(count, -60, 0)),
                             (0.10, -abs(log_uniform(draw, count, -26, -1)))])


def _great(draw, count):
    return mix(draw, count, [(0.75, draw.uniform(count, -9, 9)),
                             (0.15, -abs(log_uniform(draw, count, 8, 15))),
                             (0.10, -abs(log_uniform(draw, count, 24, 120)))])


GENERATORS = {"elu": Generator(_specials, _bulk), "elu_great": Generator(_specials, _great)}
