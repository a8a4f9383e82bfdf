"""Logarithms with mpmath; PyTorch's are accurate enough."""

import mpmath


def exact_log(x, base=mpmath.e):
    return mpmath.log(x, base) if x > 0 else -mpmath.inf if x == 0 else mpmath.nan


def exact_log1p(x):
    return mpmath.log1p(x) if x > -1 else -mpmath.inf if x == -1 else mpmath.nan
