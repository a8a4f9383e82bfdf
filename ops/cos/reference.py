"""The cosine."""

import mpmath
from plain import unary

globals().update(unary("cos", mpmath.cos))
