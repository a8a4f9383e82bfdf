"""SwiGLU: out = silu(activated) * other, the halves of x."""

import torch

from functions import exact_silu, silu


def operands(tensors, attrs):
    return dict(zip(("activated", "other"), tensors["x"].chunk(2, attrs["dim"])))


def reference(operands, attrs):
    return {"out": silu(operands["activated"]) * operands["other"]}


def exact(operands, attrs):
    return {"out": exact_silu(operands["activated"]) * operands["other"]}


def pytorch(inputs, attrs):
    halves = operands(inputs, attrs)
    return {"out": torch.nn.functional.silu(halves["activated"]) * halves["other"]}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    halves = operands(inputs, attrs)
    return {"x": halves["activated"], "other": halves["other"], "out": outputs["out"]}, """
torch.ops.aten.silu(x, out=out)
torch.mul(out, other, out=out)"""


def goals(attrs):
    return {"in_cache": 1.2, "out_of_cache": 1.0}
