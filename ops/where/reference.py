"""Selection: self where the condition is not 0, other elsewhere, in the type both promote to."""

import mpmath
import torch

from conversions import convert, exact_convert, exact_rounded, is_float, promoted, rounded

NATIVE = True


def reference(inputs, attrs):
    dtypes = attrs["dtypes"]
    dtype = promoted(dtypes["self"], dtypes["other"])
    values = [convert(inputs[name], dtype) for name in ("self", "other")]
    chosen = torch.where(inputs["condition"] != 0, *values)
    return {"out": convert(rounded(chosen, dtype) if is_float(dtype) else chosen, dtypes["out"])}


def exact(inputs, attrs):
    dtypes = attrs["dtypes"]
    dtype, name = promoted(dtypes["self"],
                           dtypes["other"]), "self" if inputs["condition"] != 0 else "other"
    chosen = exact_convert(inputs[name], dtype, is_float(dtypes[name]))
    chosen = exact_rounded(chosen, dtype) if is_float(dtype) else int(chosen)
    return {"out": mpmath.mpf(exact_convert(chosen, dtypes["out"], is_float(dtype)))}


def pytorch(inputs, attrs):
    return {"out": torch.where(inputs["condition"] != 0, inputs["self"], inputs["other"])}


def peer(inputs, outputs, attrs):
    return {"c": inputs["condition"].bool(), "a": inputs["self"], "b": inputs["other"],
            "out": outputs["out"]}, "torch.where(c, a, b, out=out)"


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
