"""Gated GELU: out = other * gelu(activated), the halves of self."""

import torch

from functions import exact_gelu, gelu
from plain import measured


def operands(tensors, attrs):
    left, right = tensors["self"].chunk(2, attrs["dim"])
    activated, other = (left, right) if attrs["activateLeft"] else (right, left)
    return {"activated": activated, "other": other}


def reference(operands, attrs):
    value = gelu(operands["activated"], attrs["approximate"])
    return {"out": operands["other"] * value, "outGelu": value}


def pytorch(inputs, attrs):
    halves = operands(inputs, attrs)
    value = torch.nn.functional.gelu(halves["activated"], approximate=attrs["approximate"])
    return {"out": halves["other"] * value, "outGelu": value}


def exact(operands, attrs):
    value = exact_gelu(operands["activated"], attrs["approximate"])
    return {"out": operands["other"] * value, "outGelu": value}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "product_in_half": lambda operands, attrs: {
        "out": operands["other"] * gelu(operands["activated"].double(), attrs["approximate"]).to(
            operands["other"].dtype)
    },
    "infinities": lambda operands, attrs: {
        "outGelu": torch.where(operands["activated"].isneginf(), torch.nan,
                               gelu(operands["activated"].double(), attrs["approximate"]))
    },
    "approximate_meaning": lambda operands, attrs: {
        "outGelu": gelu(operands["activated"].double(), "none"
                        if attrs["approximate"] == "tanh" else "tanh")
    },
}

globals().update(
    measured("""
torch.ops.aten.gelu(activated, approximate="{approximate}", out=outGelu)
torch.mul(other, outGelu, out=out)""", in_cache=2.0, out_of_cache=2.5, more=operands))
