"""Threshold: the value where x <= threshold."""

import mpmath
import torch
from conversions import convert, exact_convert, exact_low_bits, is_float, rounded
from plain import measured
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
    (threshold, value), x, dtypes = _numbers(attrs), inputs["self"], attrs["dtypes"]
    answer = mpmath.mpf(value) if x <= threshold else x
    return {"out": exact_convert(answer, dtypes["out"], is_float(dtypes["self"]))}


def pytorch(inputs, attrs):
    return {"out": torch.nn.functional.threshold(inputs["self"], *_numbers(attrs))}


def _call(attrs):
    return "torch.ops.aten.threshold(self, {}, {}, out=out)".format(*_numbers(attrs))


globals().update(measured(_call))
