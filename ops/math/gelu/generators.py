"""How the inputs of GELU, its derivative, and factors of products with GELU are drawn."""

import numpy as np

from generators import Generator, around, limits, log_uniform, mix


def _gelu_derivative_specials(dtype):
    # Roots of both forms, and the points numerics of GELU' are hardest at (hard cases of rounding,
    # extremes, ends of the tails).
    values = around(-0.7517915246935645, dtype) + around(-0.7524614220710163, dtype)
    values += [
        1.0, -1.0, -float.fromhex("0x1.40d932p-26"),
        float.fromhex("0x1.40d932p-25"), -float.fromhex("0x1.a1becap-14"),
        -float.fromhex("0x1.8280e4p-1"), -float.fromhex("0x1.822dap-1"),
        -float.fromhex("0x1.99fdaap+2"), -float.fromhex("0x1.cb4bb8p+3"), 3.0, -3.0, 0.5, -0.5, 6.0,
        -6.0, 1.8e19, -1.8e19, 1.9e19, -1.9e19, 16.0, -16.0, -30.0
    ]
    values += [-13.2 - 0.1 * step for step in range(15)]
    return values + limits(dtype)


def _gelu_derivative(draw, count):
    return mix(draw, count, [(0.50, draw.uniform(count, -5, 5)), (0.15, draw.normal(count)),
                             (0.15, draw.uniform(count, -0.77, -0.73)),
                             (0.12, draw.uniform(count, -14.6, -5)),
                             (0.08, draw.uniform(count, 5, 14.6))])


def _gelu(draw, count):
    return mix(draw, count, [(0.50, draw.uniform(count, -5, 5)), (0.20, draw.normal(count)),
                             (0.10, log_uniform(draw, count, -20, -2)),
                             (0.12, draw.uniform(count, -14.6, -5)),
                             (0.08, draw.uniform(count, 5, 14.6))])


def _gelu_factor(draw, count):
    return mix(draw, count, [(0.71, draw.uniform(count, -4, 5)),
                             (0.10, log_uniform(draw, count, -10, -2)),
                             (0.10, draw.uniform(count, -14.6, -4)),
                             (0.05, draw.uniform(count, 5, 14.6)), (0.04, np.zeros(count))])


GENERATORS = {
    "gelu_derivative": Generator(_gelu_derivative_specials, _gelu_derivative),
    "gelu": Generator(_gelu_derivative_specials, _gelu),
    # For both factors of a product: rarely a value whose GELU is zero in a 16-bit type.
    "gelu_factor": Generator(_gelu_derivative_specials, _gelu_factor, scatter=5),
}
