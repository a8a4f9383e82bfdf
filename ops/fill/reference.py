"""A number, in the type of the tensor."""

import math

import mpmath
import torch
from conversions import convert, exact_convert, is_float
from plain import measured

NATIVE = True
CONSTANTS = {"zero": 0, "one": 1}


def _number(attrs):
    """What to fill with; as a truth value it is false below float32's distance from 1 to the next
    number."""
    value = attrs["value"] if "value" in attrs else CONSTANTS[attrs["constant"]]
    is_small = isinstance(value, float) and abs(value) < 2.0**-23
    return 0 if is_small and attrs["dtypes"]["out"] == "bool" else value


def reference(inputs, attrs):
    number = _number(attrs)
    number = torch.tensor(number, dtype=torch.float64 if isinstance(number, float) else torch.int64)
    return {"out": convert(number.expand(inputs["self"].shape), attrs["dtypes"]["out"])}


def exact(inputs, attrs):
    number = _number(attrs)
    if not math.isfinite(number):
        return {}
    is_real = isinstance(number, float)
    return {"out": exact_convert(mpmath.mpf(number), attrs["dtypes"]["out"], is_real)}


def pytorch(inputs, attrs):
    number, out = _number(attrs), attrs["dtypes"]["out"]
    if out != "bool" and (math.isfinite(number) or not is_float(out)):
        info = (torch.finfo if is_float(out) else torch.iinfo)(getattr(torch, out))
        if not info.min <= number <= info.max:
            return None  # refused
    return {"out": torch.full_like(inputs["self"], number)}


globals().update(measured(lambda attrs: f"out.fill_({_number(attrs)})"))
