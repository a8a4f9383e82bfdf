"""SiLU and its derivative: in float64 with PyTorch, in forms that stay accurate in the tails and
near roots, and with mpmath.

Where a true value is too small for float64 it is still a number with the right sign, not zero, so
that an infinite gradient gives an infinity.
"""

import functools

import mpmath
import torch

# Beyond it the value no longer matters to float32, not even times its greatest number, but its sign
# does.
FAR = 500.0


def _decay(x):
    """t = |x| and exp(-t)."""
    t = x.abs().clamp(max=FAR)
    return t, torch.exp(-t)


def silu(x):
    t, e = _decay(x)
    # x / (1 + e) on the right; on the left -t e / (1 + e), with t and e of the same clamped
    # argument.
    return torch.where(x < 0, -t * e, x) / (1 + e)


def exact_silu(x):
    return x / (1 + mpmath.exp(-x))


def silu_derivative(x):
    # g(x) = 1 - g(-x), and g(-t) = e (1 - t + e) / (1 + e)^2.
    t, e = _decay(x)
    h = e * ((1 - t) + e) / (1 + e) ** 2
    g = torch.where(x < 0, h, 1 - h)
    # Within 1/32 of the root, where that keeps only absolute accuracy, the Taylor series.
    head, tail, terms = _root_series()
    d = (x - head) - tail
    series = torch.zeros_like(d)
    for term in reversed(terms):
        series = series * d + term
    return torch.where(d.abs() < 1 / 32, series * d, g)


@functools.cache
def _root_series():
    with mpmath.workdps(60):
        root = mpmath.findroot(exact_silu_derivative, -1.278)
        terms = mpmath.taylor(exact_silu_derivative, root, 14)[1:]
        return float(root), float(root - float(root)), [float(term) for term in terms]


def exact_silu_derivative(x):
    s = 1 / (1 + mpmath.exp(-x))
    return s * (1 + x / (1 + mpmath.exp(x)))
