"""The gradient of SwiGLU: yGrad * other * silu'(activated) and yGrad * silu(activated), at the
places of the halves of x."""

import torch

from functions import exact_silu, exact_silu_derivative, silu, silu_derivative
from plain import measured


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


def _parts(tensors, attrs):
    slope, product = tensors["out"].chunk(2, attrs["dim"])
    return operands(tensors, attrs) | {"slope": slope, "product": product}


# yGrad * other is put where the gradient that is made of it comes in the end.
globals().update(
    measured("""
torch.ops.aten.silu(activated, out=product)
torch.mul(yGrad, product, out=product)
torch.mul(yGrad, other, out=slope)
torch.ops.aten.silu_backward(slope, activated, grad_input=slope)""", in_cache=1.2, more=_parts))
