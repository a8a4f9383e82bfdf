"""ELU and its gradient: in float64 with PyTorch and with mpmath."""

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
    return value if mpmath.isnan(
        value) or abs(value) <= sys.float_info.max else mpmath.inf * mpmath.sign(value)


def elu_backward(grad, x, alpha, scale, input_scale, is_result):
    if is_result:
        # What the product loses matters next to the root.
        factor = mpmath.mpf(alpha) * mpmath.mpf(scale)
        rest = float(factor - mpmath.mpf(float(factor)))
        derivative = input_scale * ((x + float(factor)) + rest)
    else:
        # In two steps: a great gradient makes up for a tiny derivative.
        t = input_scale * x
        half = torch.exp(torch.where(x.isinf(), t, t.clamp(-1400, 1400)) / 2)
        return torch.where(x > 0, grad * scale, grad * half * (alpha * scale * input_scale) * half)
    return grad * torch.where(x > 0, torch.full_like(x, scale), derivative)


def exact_elu_backward(grad, x, alpha, scale, input_scale, is_result):
    alpha, scale, input_scale = map(mpmath.mpf, (alpha, scale, input_scale))
    if x > 0:
        return grad * scale
    return grad * input_scale * (x + alpha * scale if is_result else alpha * scale *
                                 mpmath.exp(input_scale * x))
