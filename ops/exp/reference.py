"""Exponential function."""

import mpmath
from plain import unary

# The greatest double whose result is one.
_LAST = 709.782712893384

globals().update(
    unary("exp", lambda x: mpmath.inf if x > _LAST else mpmath.exp(x), onednn={"algorithm": "exp"}))
