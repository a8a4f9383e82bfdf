"""Square root."""

import mpmath
from plain import unary

globals().update(
    unary("sqrt", lambda x: mpmath.sqrt(x)
          if x >= 0 else mpmath.nan, onednn={"algorithm": "sqrt"}, in_cache=1.0))
