"""Numbers kept between bounds, in the type that the number and the bounds promote to."""

import mpmath
import torch
from conversions import convert, exact_convert, exact_low_bits, exact_rounded, is_float, promoted_with_scalar, rounded

NATIVE = True


def _bounds(attrs):
    """The type that is computed in, and both bounds in it; None for one that is not given."""
    dtype = attrs["dtypes"]["self"]
    for name in ("min", "max"):
        if attrs.get(name) is not None:
            dtype = promoted_with_scalar(dtype, attrs[name + "_dtype"])

    def bound(value):
        if value is None:
            return None
        return rounded(torch.tensor([float(value)], dtype=torch.float64), dtype).item() if is_float(dtype) else int(exact_low_bits(int(value), dtype))

    return dtype, bound(attrs.get("min")), bound(attrs.get("max"))


def reference(inputs, attrs):
    dtype, least, greatest = _bounds(attrs)
    x = convert(inputs["self"], dtype)
    x = rounded(x.double(), dtype) if is_float(dtype) else x.to(torch.int64)
    return {"out": convert(torch.clamp(x, least, greatest), attrs["dtypes"]["out"])}


def exact(inputs, attrs):
    dtype, least, greatest = _bounds(attrs)
    if any(bound is not None and bound != bound for bound in (least, greatest)):
        return {}
    answer = exact_convert(inputs["self"], dtype, is_float(attrs["dtypes"]["self"]))
    answer = exact_rounded(answer, dtype) if is_float(dtype) else answer
    if least is not None and answer < least:
        answer = mpmath.mpf(least)
    if greatest is not None and answer > greatest:
        answer = mpmath.mpf(greatest)
    return {"out": exact_convert(answer, attrs["dtypes"]["out"], is_float(dtype))}


def pytorch(inputs, attrs):
    _, least, greatest = _bounds(attrs)
    return {"out": torch.clamp(inputs["self"], least, greatest)}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    _, least, greatest = _bounds(attrs)
    return {"x": inputs["self"], "out": outputs["out"]}, f"torch.clamp(x, {least}, {greatest}, out=out)"


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
