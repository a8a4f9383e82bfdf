"""SELU and its derivative from its result: in float64 with PyTorch and with mpmath."""

import mpmath
import torch

SELU_SCALE = 1.0507009873554804934193349852946
SELU_SCALE_ALPHA = 1.7580993408473768599402175208123


def selu(x):
    return torch.where(x > 0, SELU_SCALE * x, SELU_SCALE_ALPHA * torch.expm1(x))


def exact_selu(x):
    scale, alpha = mpmath.mpf("1.0507009873554804934193349852946"), mpmath.mpf(
        "1.6732632423543772848170429916717")
    return scale * x if x > 0 else scale * alpha * mpmath.expm1(x)


def selu_derivative_from_result(y):
    # The rest of scale * alpha beyond float64 matters next to the root, y = -scale * alpha.
    rest = float(mpmath.mpf("1.7580993408473768599402175208123") - mpmath.mpf(SELU_SCALE_ALPHA))
    return torch.where(y <= 0, (y + SELU_SCALE_ALPHA) + rest, torch.full_like(y, SELU_SCALE))


def exact_selu_derivative_from_result(y):
    scale, alpha = mpmath.mpf("1.0507009873554804934193349852946"), mpmath.mpf(
        "1.6732632423543772848170429916717")
    return scale if y > 0 else y + scale * alpha
