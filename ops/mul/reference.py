"""Products in the type that both factors promote to."""

from plain import binary

globals().update(binary("mul", lambda a, b: a * b))
SHARES_WINDOWS = True
