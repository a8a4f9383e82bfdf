"""The gradient of SwiGLU: yGrad * other * silu'(activated) and yGrad * silu(activated), at the
places of the halves of x."""

import torch

from functions import exact_silu, exact_silu_derivative, silu, silu_derivative


def operands(tensors, attrs):
    activated, other = tensors["x"].chunk(2, attrs["dim"])
    return {"yGrad": tensors["yGrad"], "activated": activated, "other": other}


def reference(operands, attrs):
    gradient, x = operands["yGrad"], operands["activated"]
    return {"activated": gradient * operands["other"] * silu_derivative(x),
            "other": gradient * silu(x)}


def assemble(results, attrs):
    return {"out": torch.cat([results["activated"], results["other"]], attrs["dim"])}


def exact(operands, attrs):
    gradient, x = operands["yGrad"], operands["activated"]
    return {"activated": gradient * operands["other"] * exact_silu_derivative(x),
            "other": gradient * exact_silu(x)}


def pytorch(inputs, attrs):
    parts = operands(inputs, attrs)
    gradient, x = parts["yGrad"], parts["activated"]
    slope = torch.ops.aten.silu_backward(gradient * parts["other"], x)
    return assemble({"activated": slope, "other": gradient * torch.nn.functional.silu(x)}, attrs)


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    # yGrad * other is put where the gradient that is made of it comes in the end.
    grad_activated, grad_other = outputs["out"].chunk(2, attrs["dim"])
    parts = operands(inputs, attrs)
    tensors = {"grad": parts["yGrad"], "x": parts["activated"], "other": parts["other"],
               "grad_x": grad_activated, "grad_other": grad_other}
    return tensors, """
torch.ops.aten.silu(x, out=grad_other)
torch.mul(grad, grad_other, out=grad_other)
torch.mul(grad, other, out=grad_x)
torch.ops.aten.silu_backward(grad_x, x, grad_input=grad_x)"""


def goals(attrs):
    return {"in_cache": 1.2, "out_of_cache": 1.0}
