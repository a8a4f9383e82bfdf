"""Reciprocals."""

import mpmath
from plain import unary


def _exact(x):
    """Of subnormal float64 numbers too large for one."""
    return 1 / x if abs(x) > mpmath.ldexp(1, -1024) else (mpmath.sign(x) or 1) * mpmath.inf


globals().update(unary("reciprocal", _exact, in_cache=1.0))
