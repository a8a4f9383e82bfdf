"""How the inputs of SiLU, its derivative, and factors of products with SiLU are drawn."""

from generators import Generator, around, limits, log_uniform, mix


def _specials(dtype):
    # The root of the derivative, its extremes, and the ends of the tails.
    values = around(-1.2784645427610738, dtype) + around(2.399357280520548, dtype, 2) + around(
        -2.399357280520548, dtype, 2)
    values += [1.0, -1.0, 0.5, -0.5, 3.0, -3.0, 17.0, -17.0, 60.0, -60.0, -80.0, 1e4, -1e4]
    values += [-86.0 - step for step in range(0, 24, 2)]
    return values + limits(dtype)


def _bulk(draw, count):
    return mix(draw, count, [(0.45, draw.uniform(count, -6, 6)), (0.15, draw.normal(count)),
                             (0.15, draw.uniform(count, -1.32, -1.23)),
                             (0.10, log_uniform(draw, count, -20, -2)),
                             (0.10, draw.uniform(count, -20, -6)),
                             (0.05, draw.uniform(count, 6, 20))])


def _factor_specials(dtype):
    # The greatest number and infinities, times numbers from 1/2 to 1.
    return 3 * limits(dtype)[-5:] + _specials(dtype)


def _factor(draw, count):
    return mix(draw, count, [(0.7, _bulk(draw, count)), (0.2, draw.uniform(count, 0.5, 1)),
                             (0.1, draw.uniform(count, -1, -0.5))])


GENERATORS = {
    "silu": Generator(_specials, _bulk),
    # For both factors of a product.
    "silu_factor": Generator(_factor_specials, _factor, scatter=5),
}
