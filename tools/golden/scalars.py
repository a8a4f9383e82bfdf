"""Numbers that operators take beside tensors, as the operators see them."""

import numpy
import torch

from conversions import exact_low_bits, is_float, rounded


def as_float32(value):
    return float(numpy.float32(value))


def number_in(value, dtype, as_tensor=False):
    """A scalar in the type it is computed in: in float32 with smaller floating-point types, or as
    an element of a tensor would be."""
    if as_tensor and is_float(dtype):
        return rounded(torch.tensor([float(value)], dtype=torch.float64), dtype).item()
    if dtype != "bool" and not is_float(dtype):
        return exact_low_bits(int(value), dtype)
    if dtype == "float64":
        return float(value)
    if is_float(dtype):
        return as_float32(value)
    return int(bool(value)) if dtype == "bool" else int(value)


def numbers_for(*names, beside=()):
    """A function of the attributes that gives those of these names, as a kernel takes them beside
    the tensors `beside`. Numbers are float32, but as they are if one of the tensors has float64;
    texts and truth values are as they are."""

    def numbers(attrs):
        is_float64 = "float64" in [attrs["dtypes"][tensor] for tensor in beside]
        dtype = "float64" if is_float64 else "float32"
        return [attrs[name] if isinstance(attrs[name], (bool, str)) else number_in(
            attrs[name], dtype) for name in names]

    return numbers


def number_to_fill(value, dtype):
    """The number that is written to a tensor of the type: as a truth value it is false below the
    distance of float32 from 1 to the next number."""
    is_small = isinstance(value, float) and abs(value) < 2.0**-23
    return 0 if is_small and dtype == "bool" else value


def tensor_of(number):
    """The number without rounding: float64, or int64 of an integer."""
    return torch.tensor(number, dtype=torch.float64 if isinstance(number, float) else torch.int64)
