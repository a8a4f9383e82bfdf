"""Quotients in the type that both operands promote to, or in float32."""

from plain import binary
from scalars import as_float32


def _exact(a, b):
    """Nothing for a divisor of 0: mpmath does not know its sign."""
    return None if b == 0 else a / b


def _by_reciprocal(inputs, attrs):
    return {"out": inputs["self"].double() * as_float32(1 / float(attrs["otherScalar"]))}


globals().update(binary("div", lambda a, b: a / b, exact=_exact, result="floating"))
OTHERWISE = {"reciprocal": _by_reciprocal}
SHARES_WINDOWS = True
