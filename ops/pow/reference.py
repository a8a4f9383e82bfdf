"""Powers in the type that both operands promote to; those of integers wrap."""

import torch

from conversions import from_integers, is_float
from functions import exact_pow
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
    return from_integers(powers, base.shape)


POWER = binary("pow", torch.pow, integer=_integers, exact=exact_pow, operands=("self", "exponent"),
               in_cache=1.2, refused=["bool"])
globals().update(POWER)


def pytorch(inputs, attrs):
    """None also for integers and a negative number, which PyTorch refuses."""
    number = attrs.get("exponentScalar")
    if isinstance(number, int) and number < 0 and not is_float(attrs["dtypes"]["self"]):
        return None
    return POWER["pytorch"](inputs, attrs)
