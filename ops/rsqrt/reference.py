"""Reciprocals of square roots."""

import mpmath
from plain import unary


def _exact(x):
    return 1 / mpmath.sqrt(x) if x > 0 else mpmath.inf if x == 0 else mpmath.nan


globals().update(unary("rsqrt", _exact, in_cache=1.0))
