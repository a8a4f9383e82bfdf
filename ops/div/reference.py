"""Quotients in the type that both operands promote to, or in float32."""

import numpy

from plain import binary


def _exact(a, b):
    """Nothing for a divisor of 0: mpmath does not know its sign."""
    return None if b == 0 else a / b


globals().update(binary("div", lambda a, b: a / b, exact=_exact, result="floating"))


def _by_reciprocal(inputs, attrs):
    return {"out": inputs["self"].double() * float(numpy.float32(1 / float(attrs["otherScalar"])))}


OTHERWISE = {"reciprocal": _by_reciprocal}
SHARES_WINDOWS = True
