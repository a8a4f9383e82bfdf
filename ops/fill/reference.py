"""A number, in the type of the tensor."""

import math

import mpmath
import torch

from conversions import convert, exact_convert, is_float
from plain import measured
from scalars import number_to_fill, tensor_of

NATIVE = True
CONSTANTS = {"zero": 0, "one": 1}


def _number(attrs):
    value = attrs["value"] if "value" in attrs else CONSTANTS[attrs["constant"]]
    return number_to_fill(value, attrs["dtypes"]["out"])


def reference(inputs, attrs):
    number = tensor_of(_number(attrs)).expand(inputs["self"].shape)
    return {"out": convert(number, attrs["dtypes"]["out"])}


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


globals().update(measured("out.fill_({})", numbers=lambda attrs: [_number(attrs)]))
