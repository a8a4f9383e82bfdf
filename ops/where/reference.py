"""Selection: self where the condition is not 0, other elsewhere, in the type both promote to."""

import mpmath
import torch

from conversions import convert, exact_convert, exact_rounded, is_float, promoted, rounded
from plain import measured

NATIVE = True


def reference(inputs, attrs):
    dtypes = attrs["dtypes"]
    dtype = promoted(dtypes["self"], dtypes["other"])
    values = [convert(inputs[name], dtype) for name in ("self", "other")]
    chosen = torch.where(inputs["condition"] != 0, *values)
    return {"out": convert(rounded(chosen, dtype) if is_float(dtype) else chosen, dtypes["out"])}


def exact(inputs, attrs):
    dtypes = attrs["dtypes"]
    dtype = promoted(dtypes["self"], dtypes["other"])
    name = "self" if inputs["condition"] != 0 else "other"
    chosen = exact_convert(inputs[name], dtype, is_float(dtypes[name]))
    chosen = exact_rounded(chosen, dtype) if is_float(dtype) else int(chosen)
    return {"out": mpmath.mpf(exact_convert(chosen, dtypes["out"], is_float(dtype)))}


def pytorch(inputs, attrs):
    return {"out": torch.where(inputs["condition"] != 0, inputs["self"], inputs["other"])}


globals().update(
    measured("torch.where(condition, self, other, out=out)",
             more=lambda tensors, attrs: {"condition": tensors["condition"].bool()}))
