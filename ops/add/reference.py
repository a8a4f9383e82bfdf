"""Sums: self + alpha * other in the type that both promote to."""

import mpmath
import numpy
import torch

from conversions import (convert, exact_convert, exact_low_bits, exact_rounded, is_float, promoted, promoted_with_scalar, rounded)

NATIVE = True  # integers are computed as integers


def _computed_in(attrs):
    dtypes = attrs["dtypes"]
    if "other" in dtypes:
        return promoted(dtypes["self"], dtypes["other"])
    return promoted_with_scalar(dtypes["self"], attrs["otherScalar_dtype"])


def _number(value, dtype):
    """A scalar in the type it is computed in."""
    if dtype == "float64":
        return float(value)
    if is_float(dtype):
        return float(numpy.float32(value))
    return int(bool(value)) if dtype == "bool" else int(value)


def reference(inputs, attrs):
    dtype, out = _computed_in(attrs), attrs["dtypes"]["out"]
    alpha = _number(attrs["alpha"], dtype)

    def operand(value):
        value = convert(value, dtype)
        return rounded(value, dtype) if is_float(dtype) else value

    a = operand(inputs["self"])
    b = operand(inputs["other"]) if "other" in inputs else _number(attrs["otherScalar"], dtype)
    if dtype == "bool":
        total = a | (b * alpha)
    elif is_float(dtype):
        total = a + alpha * b
        total = total if dtype == out else rounded(total, dtype)
    else:
        total = convert(a + alpha * b, dtype)
    return {"out": convert(total, out)}


def exact(inputs, attrs):
    dtype, out = _computed_in(attrs), attrs["dtypes"]["out"]
    alpha = _number(attrs["alpha"], dtype)

    def operand(value, source):
        value = exact_convert(value, dtype, is_float(source))
        return exact_rounded(value, dtype) if is_float(dtype) else int(value)

    a = operand(inputs["self"], attrs["dtypes"]["self"])
    b = operand(inputs["other"], attrs["dtypes"]["other"]) if "other" in inputs else _number(attrs["otherScalar"], dtype)
    if dtype == "bool":
        total = mpmath.mpf(a | (b * alpha))
    elif is_float(dtype):
        total = a + mpmath.mpf(alpha) * mpmath.mpf(b)
        total = total if dtype == out else exact_rounded(total, dtype)
    else:
        total = mpmath.mpf(exact_low_bits(a + alpha * b, dtype))
    return {"out": exact_convert(total, out, is_float(dtype)) if mpmath.isfinite(total) else total}


def pytorch(inputs, attrs):
    other = inputs["other"] if "other" in inputs else attrs["otherScalar"]
    if is_float(_computed_in(attrs)) or isinstance(attrs["alpha"], int):
        return {"out": torch.add(inputs["self"], other, alpha=attrs["alpha"])}
    return None


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    if "other" not in inputs:
        return {"a": inputs["self"], "out": outputs["out"]}, f'torch.add(a, {attrs["otherScalar"]}, alpha={attrs["alpha"]}, out=out)'
    return {"a": inputs["self"], "b": inputs["other"], "out": outputs["out"]}, f'torch.add(a, b, alpha={attrs["alpha"]}, out=out)'


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
