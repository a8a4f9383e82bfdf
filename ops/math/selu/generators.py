"""How the inputs of SELU and its result are drawn."""

import torch

from generators import Generator, around, limits, log_uniform, mix


def _selu_specials(dtype):
    return [
        1.0, -1.0, 0.5, -0.5, 2.0**-27, -2.0**-27, -17.0, -30.0, -90.0, -104.0, 80.0, 0.49, -0.45,
        4101.9, 0.9 * torch.finfo(dtype).max
    ] + limits(dtype)


def _selu(draw, count):
    return mix(draw, count, [(0.50, draw.uniform(count, -6, 5)), (0.25, draw.uniform(count, 0, 60)),
                             (0.15, log_uniform(draw, count, -26, -1)),
                             (0.10, draw.uniform(count, -20, -6))])


def _selu_result_specials(dtype):
    return (around(-1.7580993408473766, dtype, 2) + [1.0, -1.0, 1.0507009873554805, -1.9] +
            limits(dtype))


def _selu_result(draw, count):
    return mix(draw, count, [(0.5, draw.uniform(count, -1.7580993, 4)), (0.2, draw.normal(count)),
                             (0.15, draw.uniform(count, -1.76, -1.74)),
                             (0.15, draw.uniform(count, -30, 30))])


GENERATORS = {
    "selu": Generator(_selu_specials, _selu, few_negatives=True),
    "selu_result": Generator(_selu_result_specials, _selu_result),
}
