"""SwiGLU: out = silu(activated) * other, the halves of x."""

import torch

from functions import exact_silu, silu
from plain import measured


def operands(tensors, attrs):
    return dict(zip(("activated", "other"), tensors["x"].chunk(2, attrs["dim"])))


def reference(operands, attrs):
    return {"out": silu(operands["activated"]) * operands["other"]}


def exact(operands, attrs):
    return {"out": exact_silu(operands["activated"]) * operands["other"]}


def pytorch(inputs, attrs):
    halves = operands(inputs, attrs)
    return {"out": torch.nn.functional.silu(halves["activated"]) * halves["other"]}


globals().update(
    measured("""
torch.ops.aten.silu(activated, out=out)
torch.mul(out, other, out=out)""", in_cache=1.2, more=operands))
