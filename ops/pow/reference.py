"""Powers in the type that both operands promote to; those of integers wrap."""

import mpmath
import torch

from conversions import is_float
from plain import binary


def _integer(base, exponent):
    """The low bits of the power; of a negative exponent the integer part of a reciprocal, 0 for the
    base 0."""
    if exponent < 0:
        return base**(exponent % 2) if abs(base) == 1 else 0
    return pow(base, exponent, 2**64)


def _integers(base, exponent):
    if not isinstance(base, torch.Tensor):
        return _integer(base, exponent)
    base, exponent = torch.broadcast_tensors(base, exponent)
    powers = [_integer(*pair) for pair in zip(base.flatten().tolist(), exponent.flatten().tolist())]
    return torch.tensor([power - 2**64 if power >= 2**63 else power for power in powers],
                        dtype=torch.int64).reshape(base.shape)


def _exact(base, exponent):
    """Nothing where C's rules for special values decide."""
    special = base == 0 or exponent == 0 or not mpmath.isfinite(base) or not mpmath.isfinite(
        exponent)
    if special or (base < 0 and exponent != mpmath.floor(exponent)):
        return None
    power = mpmath.power(base, exponent)
    if abs(power) > mpmath.mpf(2)**1024:
        return mpmath.inf * mpmath.sign(power)
    return power if abs(power) > mpmath.mpf(2)**-1100 else mpmath.mpf(0)


POWER = binary("pow", torch.pow, integer=_integers, exact=_exact, operands=("self", "exponent"),
               in_cache=1.2, refused=["bool"])
globals().update(POWER)


def pytorch(inputs, attrs):
    """None also for integers and a negative number, which PyTorch refuses."""
    number = attrs.get("exponentScalar")
    if isinstance(number, int) and number < 0 and not is_float(attrs["dtypes"]["self"]):
        return None
    return POWER["pytorch"](inputs, attrs)
