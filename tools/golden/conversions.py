"""Conversions between element types as the documents describe them, and the types that operators
compute in.

Each comes as name(...) on torch tensors and exact_name(...) on mpmath numbers and Python integers.
Tensors of results are float64 or int64; uint64 results are the int64 numbers of the same bits.
"""

import mpmath
import torch

# precision in bits, least exponent of a normal number, greatest exponent
_FLOATS = {"float64": (53, -1022, 1023), "float32": (24, -126, 127), "float16": (11, -14, 15),
           "bfloat16": (8, -126, 127)}
_BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint8": 8, "uint16": 16, "uint32": 32,
         "uint64": 64}


def is_float(dtype):
    return dtype in _FLOATS


def promoted(a, b):
    """What tensors of these types promote to."""
    return str(torch.promote_types(getattr(torch, a), getattr(torch, b))).removeprefix("torch.")


def promoted_with_scalar(tensor, scalar):
    """What a tensor and an aclScalar are computed in: a scalar decides by its kind only."""
    if is_float(tensor):
        return tensor
    if is_float(scalar):
        return "float32"
    return promoted(tensor, scalar) if tensor == "bool" else tensor


def rounded(x, dtype):
    """float64 numbers rounded to nearest even to a floating-point type, as float64."""
    if dtype == "float64":
        return x
    precision, least, greatest = _FLOATS[dtype]
    finite = torch.nan_to_num(x, nan=0.0, posinf=0.0, neginf=0.0)
    exponent = (torch.frexp(finite)[1].double() - 1).clamp(min=least)
    unit = torch.exp2(exponent - precision + 1)
    near = torch.round(finite / unit) * unit
    near = torch.where(near.abs() >= 2.0**(greatest + 1), torch.sign(near) * torch.inf, near)
    return torch.where(torch.isfinite(x), near, x)


def exact_rounded(x, dtype):
    precision, least, greatest = _FLOATS[dtype]
    if x == 0:
        return x
    unit = mpmath.ldexp(1, max(mpmath.frexp(x)[1] - 1, least) - precision + 1)
    near = mpmath.nint(x / unit) * unit
    return near if abs(near) < mpmath.ldexp(1, greatest + 1) else mpmath.sign(x) * mpmath.inf


def _low_bits(x, dtype):
    """int64 numbers modulo 2^bits, in the range of the type."""
    bits = _BITS[dtype]
    if bits == 64:
        return x
    low = x & ((1 << bits) - 1)
    return torch.where(low >= 1 <<
                       (bits - 1), low - (1 << bits), low) if dtype.startswith("int") else low


def exact_low_bits(x, dtype):
    bits = _BITS[dtype]
    low = x & ((1 << bits) - 1)
    return low - (1 << bits) if dtype.startswith("int") and low >= 1 << (bits - 1) else low


def from_integers(numbers, shape):
    """Python integers as an int64 tensor; those from 2^63 on become the numbers of the same
    bits."""
    same_bits = [number - 2**64 if number >= 2**63 else number for number in numbers]
    return torch.tensor(same_bits, dtype=torch.int64).reshape(shape)


def _saturation(dtype):
    """Where a conversion from floating-point numbers saturates before it takes the low bits."""
    return 31 if dtype in ("int8", "int16", "int32", "uint16") else 63


def convert(x, to):
    """A tensor of any type as `to`. Floating-point results are not rounded: what compares them does
    that."""
    if to == "bool":
        return ((x if x.dtype.is_floating_point else _as_int64(x)) != 0).to(torch.int64)
    if is_float(to):
        return x.double()
    if not x.dtype.is_floating_point:
        return _low_bits(_as_int64(x), to)
    whole = torch.trunc(torch.nan_to_num(x.double(), nan=0.0))
    if to == "uint64":
        upper = torch.where(whole >= 2.0**64, -1.0,
                            whole - 2.0**64).clamp(min=-2.0**63).to(torch.int64)
        return torch.where(
            whole >= 2.0**63, upper,
            torch.where(whole >= 2.0**63, 0.0, whole.clamp(min=-2.0**63)).to(torch.int64))
    top = _saturation(to)
    # 2^63 itself has no int64: its place is taken by the number before it.
    number = torch.where(whole >= 2.0**top, 0.0, whole.clamp(min=-2.0**top)).to(torch.int64)
    number = torch.where(whole >= 2.0**top, torch.tensor((1 << top) - 1, dtype=torch.int64), number)
    return _low_bits(number, to)


def _as_int64(x):
    return x.view(torch.int64) if x.dtype == torch.uint64 else x.to(torch.int64)


def exact_convert(x, to, from_float):
    """One finite number as `to`; of a floating-point `to` not rounded."""
    if is_float(to):
        return x
    if to == "bool":
        return mpmath.mpf(x != 0)
    whole = int(x)
    if from_float:
        top = _saturation(to)
        greatest = (1 << 64) - 1 if to == "uint64" else (1 << top) - 1
        whole = min(max(whole, -(1 << top)), greatest)
    return mpmath.mpf(exact_low_bits(whole, to))


def stored(x, to):
    """A tensor of any type converted to `to`, and rounded to it: what a tensor of it would hold."""
    return rounded(convert(x, to), to) if is_float(to) else convert(x, to)


def exact_stored(x, to, from_float):
    value = exact_convert(x, to, from_float)
    return exact_rounded(value, to) if is_float(to) else int(value)
