"""GELU and its derivative: in float64 with PyTorch, in forms that stay accurate in the tails and
near roots, and with mpmath.

Where a true value is too small for float64 it is still a number with the right sign, not zero, so
that an infinite gradient gives an infinity.
"""

import functools
import math

import mpmath
import torch

# Beyond these the value no longer matters to float32, not even times its greatest number, but its
# sign does.
FAR_ERF = 30.0
FAR_TANH = 14.0

SQRT_2_OVER_PI = 0.7978845608028654
CUBIC = 0.044715

def gelu_derivative(x, form):
    g = _gelu_derivative_tanh(x) if form == "tanh" else _gelu_derivative_erf(x)
    return _limit_at_minus_infinity(x, _around_root(x, g, form))


def _limit_at_minus_infinity(x, value):
    """value, but -0 where x is -infinity: GELU and its derivative approach zero from below."""
    return torch.where(x == -math.inf, -0.0, value)


def _gelu_derivative_erf(x):
    x = x.clamp(-FAR_ERF, FAR_ERF)  # keeps NaN
    # erfc, because 1 + erf would cancel in the left tail.
    return 0.5 * torch.special.erfc(x * -(0.5**0.5)) + x * torch.exp(
        -0.5 * x * x) * (0.5 * SQRT_2_OVER_PI)


def _tanh_decay(x):
    """t = |x| and exp(-2u), u = sqrt(2 / pi) (t + 0.044715 t^3)."""
    t = x.abs().clamp(max=FAR_TANH)
    return t, torch.exp(-2 * SQRT_2_OVER_PI * (t + CUBIC * t**3))


def _gelu_derivative_tanh(x):
    # g(x) = 1 - g(-x). With e = exp(-2u) and z = 2 t u'(t), g(-t) = e (1 - z + e) / (1 + e)^2.
    t, e = _tanh_decay(x)
    z = 2 * SQRT_2_OVER_PI * t * (1 + 3 * CUBIC * t * t)
    h = e * ((1 - z) + e) / (1 + e) ** 2
    return torch.where(x < 0, h, 1 - h)


@functools.cache
def _root_series(form):
    with mpmath.workdps(60):
        root = mpmath.findroot(lambda x: exact_gelu_derivative(x, form), -0.752)
        terms = mpmath.taylor(lambda x: exact_gelu_derivative(x, form), root, 14)[1:]
        return float(root), float(root - float(root)), [float(term) for term in terms]


def _around_root(x, g, form):
    """g, but within 1/32 of its root, where the formulas above keep only absolute accuracy, its
    Taylor series."""
    head, tail, terms = _root_series(form)
    d = (x - head) - tail
    series = torch.zeros_like(d)
    for term in reversed(terms):
        series = series * d + term
    return torch.where(d.abs() < 1 / 32, series * d, g)


def exact_gelu_derivative(x, form):
    if form == "tanh":
        slope = mpmath.sqrt(2 / mpmath.pi)
        cubic = mpmath.mpf("0.044715")
        # (1 + tanh u) / 2 = 1 / (1 + exp(-2u)) does not cancel; sech^2 = 4 s (1 - s).
        u = slope * (x + cubic * x**3)
        s = 1 / (1 + mpmath.exp(-2 * u))
        return s + 2 * x * s / (1 + mpmath.exp(2 * u)) * slope * (1 + 3 * cubic * x * x)
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2 + x * mpmath.npdf(x)


def gelu(x, form):
    if form == "tanh":
        t, e = _tanh_decay(x)
        # x / (1 + e) on the right; on the left -t e / (1 + e), with t and e of the same clamped
        # argument.
        value = torch.where(x < 0, -t * e, x) / (1 + e)
    else:
        tail = torch.special.erfc(x.abs().clamp(max=FAR_ERF) * 0.5**0.5) * 0.5
        value = torch.where(x < 0, -x.abs().clamp(max=FAR_ERF) * tail, x * (1 - tail))
    return _limit_at_minus_infinity(x, value)


def exact_gelu(x, form):
    if form == "tanh":
        u = mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * x**3)
        return x / (1 + mpmath.exp(-2 * u))
    return x * mpmath.erfc(-x / mpmath.sqrt(2)) / 2
