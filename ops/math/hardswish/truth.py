"""Hardswish and its gradient: in float64 with PyTorch and with mpmath."""

import mpmath
import torch


def hardswish(x):
    inner = x * (x + 3) / 6
    return torch.where(x <= -3, torch.full_like(x, -0.0), torch.where(x >= 3, x, inner))


def exact_hardswish(x):
    return mpmath.mpf(0) if x <= -3 else x if x >= 3 else x * (x + 3) / 6


def hardswish_backward(grad, x, inclusive):
    """grad * slope; below the lower corner 0 whatever the gradient, NaN where x is NaN."""
    below, above = (x < -3, x > 3) if inclusive else (x <= -3, x >= 3)
    inner = grad * (2 * x + 3) / 6  # in this order: the product is exact, so ties are exact
    return torch.where(below, torch.zeros_like(inner), torch.where(above, grad, inner))


def exact_hardswish_backward(grad, x, inclusive):
    below, above = (x < -3, x > 3) if inclusive else (x <= -3, x >= 3)
    return mpmath.mpf(0) if below else grad if above else grad * (2 * x + 3) / 6
