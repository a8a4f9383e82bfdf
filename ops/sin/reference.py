"""The sine."""

import mpmath
from plain import unary

globals().update(unary("sin", mpmath.sin))
