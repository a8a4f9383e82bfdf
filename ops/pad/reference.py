"""A tensor with margins."""

import torch
from conversions import convert, is_float, rounded
from plain import moved


def _fill(attrs):
    """The bits of what margins are filled with. As a truth value a number is false below the
    distance of float32 from 1 to the next number."""
    value, dtype = attrs["value"], attrs["dtypes"]["self"]
    is_real = isinstance(value, float)
    if is_real and dtype == "bool" and abs(value) < 2.0**-23:
        value, is_real = 0, False
    number = convert(torch.tensor([value], dtype=torch.float64 if is_real else torch.int64), dtype)
    return (rounded(number, dtype) if is_float(dtype) else number).to(getattr(torch, dtype))


def expression(attrs):
    fill = _fill(attrs)
    integers = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
    bits = fill.view(integers[fill.element_size()]).item()
    return f"torch.constant_pad_nd(x, {attrs['pad']}, {bits} if dtype == {fill.dtype} else 0)"


globals().update(moved(expression))


def peer(inputs, outputs, attrs):
    return {"x": inputs["self"], "out": outputs["out"]}, f"torch.constant_pad_nd(x, {attrs['pad']}, {attrs['value']}, out=out)"
