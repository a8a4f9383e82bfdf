"""What is copied, repeated to the shape of the result and converted to its type."""

import torch

from conversions import convert, exact_convert, is_float
from plain import measured

NATIVE = True  # every type as it is


def operands(tensors, attrs):
    return {"src": tensors["src"].expand(attrs["shapes"]["selfRef"])}


def reference(operands, attrs):
    return {"selfRef": convert(operands["src"], attrs["dtypes"]["selfRef"])}


def exact(operands, attrs):
    dtypes = attrs["dtypes"]
    return {"selfRef": exact_convert(operands["src"], dtypes["selfRef"], is_float(dtypes["src"]))}


def pytorch(inputs, attrs):
    dtype = attrs["dtypes"]["selfRef"]
    if is_float(attrs["dtypes"]["src"]) and not is_float(dtype):
        return None  # undefined where the number does not fit
    made = torch.empty(attrs["shapes"]["selfRef"], dtype=getattr(torch, dtype))
    return {"selfRef": made.copy_(inputs["src"])}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"one_rounding": lambda operands, attrs: {"selfRef": operands["src"].float().double()}}

globals().update(measured("selfRef.copy_(src)"))
