"""Threshold: the value where x <= threshold."""

import mpmath
import torch
from conversions import convert, exact_convert, exact_low_bits, is_float, rounded
from scalars import number_for

NATIVE = True


def _numbers(attrs):
    dtype = attrs["dtypes"]["self"]
    if is_float(dtype):
        value = torch.tensor(number_for(attrs, "value", "self"), dtype=torch.float64)
        return number_for(attrs, "threshold", "self"), rounded(value, dtype).item()
    return [int(exact_low_bits(int(attrs[name]), dtype)) for name in ("threshold", "value")]


def _select(x, threshold, value, out):
    x = x.double() if x.dtype.is_floating_point else x.to(torch.int64)
    return {"out": convert(torch.where(x <= threshold, torch.tensor(value, dtype=x.dtype), x), out)}


def reference(inputs, attrs):
    return _select(inputs["self"], *_numbers(attrs), attrs["dtypes"]["out"])


def exact(inputs, attrs):
    (threshold, value), x, dtype = _numbers(attrs), inputs["self"], attrs["dtypes"]["self"]
    return {
        "out": exact_convert(
            mpmath.mpf(value) if x <= threshold else x, attrs["dtypes"]["out"], is_float(dtype))
    }


def pytorch(inputs, attrs):
    return {"out": torch.nn.functional.threshold(inputs["self"], *_numbers(attrs))}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    threshold, value = _numbers(attrs)
    return {"x": inputs["self"],
            "out": outputs["out"]}, f"torch.ops.aten.threshold(x, {threshold}, {value}, out=out)"


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
