"""SELU and its gradient from its result: in float64 with PyTorch and with mpmath."""

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


def selu_backward(grad, y):
    # The rest of scale * alpha beyond float64 matters next to the root, y = -scale * alpha.
    rest = float(mpmath.mpf("1.7580993408473768599402175208123") - mpmath.mpf(SELU_SCALE_ALPHA))
    derivative = (y + SELU_SCALE_ALPHA) + rest
    return grad * torch.where(y <= 0, derivative, torch.full_like(y, SELU_SCALE))


def exact_selu_backward(grad, y):
    scale, alpha = mpmath.mpf("1.0507009873554804934193349852946"), mpmath.mpf(
        "1.6732632423543772848170429916717")
    return grad * (scale if y > 0 else y + scale * alpha)
