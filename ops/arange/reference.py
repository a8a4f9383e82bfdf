"""Evenly spaced numbers."""

from fractions import Fraction

import mpmath
import torch

from conversions import convert, exact_convert, exact_low_bits, from_integers, is_float
from plain import measured

NATIVE = True


def operands(tensors, attrs):
    shape = tensors["self"].shape
    return {"place": torch.arange(shape.numel()).reshape(shape)}


def _number(attrs, place, number):
    """The exact number at the place, or for integer types that of the truncated numbers."""
    start, step = attrs["start"], attrs["step"]
    if is_float(attrs["dtypes"]["out"]):
        return number(start) + place * number(step)
    return exact_low_bits(int(start) + place * int(step), "int64")


def reference(operands, attrs):
    places, out = operands["place"], attrs["dtypes"]["out"]
    numbers = [_number(attrs, place, Fraction) for place in places.flatten().tolist()]
    if not is_float(out):
        return {"out": convert(from_integers(numbers, places.shape), out)}
    return {"out": torch.tensor(list(map(float, numbers)), dtype=torch.float64).view(places.shape)}


def exact(operands, attrs):
    out = attrs["dtypes"]["out"]
    number = mpmath.mpf(_number(attrs, int(operands["place"]), mpmath.mpf))
    return {"out": number if is_float(out) else exact_convert(number, out, False)}


def pytorch(inputs, attrs):
    out = attrs["dtypes"]["out"]
    if not is_float(out) and isinstance(attrs["start"] + attrs["step"], float):
        return None  # it truncates elsewhere
    made = torch.arange(attrs["start"], attrs["end"], attrs["step"], dtype=getattr(torch, out))
    shape = inputs["self"].shape
    return {"out": made.reshape(shape)} if made.numel() == shape.numel() else None


# Nothing for float16: PyTorch computes in it, where a long range is infinite.
globals().update(
    measured(lambda attrs: None if attrs["dtypes"]["out"] == "float16" else
             "torch.arange({start}, {end}, {step}, out=out)"))
