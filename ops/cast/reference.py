"""Conversion to another type."""

import torch

from conversions import convert, exact_convert, is_float
from plain import measured

NATIVE = True  # every type as it is


def reference(inputs, attrs):
    return {"out": convert(inputs["self"], attrs["dtypes"]["out"])}


def exact(inputs, attrs):
    dtypes = attrs["dtypes"]
    return {"out": exact_convert(inputs["self"], dtypes["out"], is_float(dtypes["self"]))}


def pytorch(inputs, attrs):
    if is_float(attrs["dtypes"]["self"]) and not is_float(attrs["dtypes"]["out"]):
        return None  # undefined where the number does not fit
    return {"out": inputs["self"].to(getattr(torch, attrs["dtypes"]["out"]))}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"one_rounding": lambda inputs, attrs: {"out": inputs["self"].float().double()}}

globals().update(measured("out.copy_(self)"))
