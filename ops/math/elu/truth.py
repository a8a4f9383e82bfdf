"""ELU: in float64 with PyTorch and with mpmath."""

import sys

import mpmath
import torch


def elu(x, alpha, scale, input_scale):
    t, factor = input_scale * x, alpha * scale
    # Where the power is too large for a float64 the product need not be.
    half = torch.exp(t / 2)
    negative = torch.where(t > 700, factor * half * half, factor * torch.expm1(t))
    return torch.where(x > 0, scale * x, negative)


def exact_elu(x, alpha, scale, input_scale):
    alpha, scale, input_scale = map(mpmath.mpf, (alpha, scale, input_scale))
    value = scale * x if x > 0 else alpha * scale * mpmath.expm1(input_scale * x)
    return value if mpmath.isnan(value) or abs(value) <= sys.float_info.max else mpmath.inf * mpmath.sign(value)
