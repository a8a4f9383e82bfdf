"""Conversion to another type."""

import torch

from conversions import convert, exact_convert, is_float

NATIVE = True  # every type as it is


def reference(inputs, attrs):
    return {"out": convert(inputs["self"], attrs["dtypes"]["out"])}


def exact(inputs, attrs):
    return {
        "out": exact_convert(inputs["self"], attrs["dtypes"]["out"],
                             is_float(attrs["dtypes"]["self"]))
    }


def pytorch(inputs, attrs):
    if is_float(attrs["dtypes"]["self"]) and not is_float(attrs["dtypes"]["out"]):
        return None  # undefined where the number does not fit
    return {"out": inputs["self"].to(getattr(torch, attrs["dtypes"]["out"]))}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "one_rounding": lambda inputs, attrs: {"out": inputs["self"].to(torch.float32).double()}
}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    return {"x": inputs["self"], "out": outputs["out"]}, "out.copy_(x)"


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
