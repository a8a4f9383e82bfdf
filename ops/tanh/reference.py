"""Hyperbolic tangent."""

import mpmath
from plain import unary

globals().update(unary("tanh", mpmath.tanh, onednn={"algorithm": "tanh"}))
