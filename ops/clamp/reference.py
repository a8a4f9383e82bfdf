"""Numbers kept between bounds, in the type that the number and the bounds promote to."""

import mpmath
import torch
from conversions import (convert, exact_convert, exact_low_bits, exact_rounded, is_float, promoted,
                         promoted_with_scalar, rounded)
from plain import measured

NATIVE = True
SHARES_WINDOWS = True


def _computed(attrs):
    """The type that self and the bounds, numbers or tensors, promote to."""
    dtypes = attrs["dtypes"]
    dtype = dtypes["self"]
    for name in ("min", "max"):
        if attrs.get(name) is not None:
            dtype = promoted_with_scalar(dtype, attrs[name + "_dtype"])
        if name + "Tensor" in dtypes:
            dtype = promoted(dtype, dtypes[name + "Tensor"])
    return dtype


def _bound(attrs, name, dtype):
    """The number in the type; None if none is given."""
    value = attrs.get(name)
    if value is None:
        return None
    if not is_float(dtype):
        return int(exact_low_bits(int(value), dtype))
    return rounded(torch.tensor([float(value)], dtype=torch.float64), dtype).item()


def _given(inputs, attrs, dtype, tensor):
    """Both bounds: tensor(name), or numbers or None."""
    return [tensor(name + "Tensor") if name + "Tensor" in inputs else _bound(attrs, name, dtype)
            for name in ("min", "max")]


def reference(inputs, attrs):
    dtype = _computed(attrs)

    def tensor(name):
        x = convert(inputs[name], dtype)
        return rounded(x.double(), dtype) if is_float(dtype) else x.to(torch.int64)

    answer = torch.clamp(tensor("self"), *_given(inputs, attrs, dtype, tensor))
    return {"out": convert(answer, attrs["dtypes"]["out"])}


def exact(inputs, attrs):
    dtype = _computed(attrs)

    def element(name):
        value = exact_convert(inputs[name], dtype, is_float(attrs["dtypes"][name]))
        return exact_rounded(value, dtype) if is_float(dtype) else value

    least, greatest = _given(inputs, attrs, dtype, element)
    if any(bound is not None and bound != bound for bound in (least, greatest)):
        return {}
    answer = element("self")
    if least is not None and answer < least:
        answer = mpmath.mpf(least)
    if greatest is not None and answer > greatest:
        answer = mpmath.mpf(greatest)
    return {"out": exact_convert(answer, attrs["dtypes"]["out"], is_float(dtype))}


def pytorch(inputs, attrs):
    bounds = _given(inputs, attrs, _computed(attrs), inputs.get)
    return {"out": torch.clamp(inputs["self"], *bounds)}


def _bounds(tensors, attrs):
    least, greatest = _given(tensors, attrs, _computed(attrs), tensors.get)
    return {"least": least, "greatest": greatest}


globals().update(measured("torch.clamp(self, least, greatest, out=out)", more=_bounds))
