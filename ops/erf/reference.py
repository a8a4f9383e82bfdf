"""The error function."""

import mpmath
from plain import unary

globals().update(unary("erf", mpmath.erf))
