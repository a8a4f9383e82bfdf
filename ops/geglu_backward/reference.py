"""The gradient of the gated GELU: gradOutput * other * gelu'(activated) and gradOutput * gelu, at
the places of the halves of self."""

import torch

from functions import exact_gelu_derivative, gelu_derivative
from plain import measured


def operands(tensors, attrs):
    left, right = tensors["self"].chunk(2, attrs["dim"])
    activated, other = (left, right) if attrs["activateLeft"] else (right, left)
    return {"gradOutput": tensors["gradOutput"], "activated": activated, "other": other,
            "gelu": tensors["gelu"]}


def reference(operands, attrs):
    slope = gelu_derivative(operands["activated"], attrs["approximate"])
    return {"activated": operands["gradOutput"] * operands["other"] * slope,
            "other": operands["gradOutput"] * operands["gelu"]}


def assemble(results, attrs):
    halves = [results["activated"], results["other"]]
    return {"gradInput": torch.cat(halves if attrs["activateLeft"] else halves[::-1], attrs["dim"])}


def pytorch(inputs, attrs):
    parts = operands(inputs, attrs)
    scaled = (parts["gradOutput"] * parts["other"]).contiguous()
    slope = torch.ops.aten.gelu_backward(scaled, parts["activated"].contiguous(),
                                         approximate=attrs["approximate"])
    return assemble({"activated": slope, "other": parts["gradOutput"] * parts["gelu"]}, attrs)


def exact(operands, attrs):
    slope = exact_gelu_derivative(operands["activated"], attrs["approximate"])
    return {"activated": operands["gradOutput"] * operands["other"] * slope,
            "other": operands["gradOutput"] * operands["gelu"]}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "products_in_half": lambda operands, attrs: {
        "activated": (operands["gradOutput"] * operands["other"]).double() * gelu_derivative(
            operands["activated"].double(), attrs["approximate"])
    },
    "infinities": lambda operands, attrs: {
        "activated": torch.where(
            operands["activated"].isinf(), torch.nan,
            reference({name: value.double()
                       for name, value in operands.items()}, attrs)["activated"])
    },
}


def _parts(tensors, attrs):
    left, right = tensors["gradInput"].chunk(2, attrs["dim"])
    slope, product = (left, right) if attrs["activateLeft"] else (right, left)
    return operands(tensors, attrs) | {"slope": slope, "product": product}


# gradOutput * other is put where the gradient that is made of it comes in the end.
globals().update(
    measured("""
torch.mul(gradOutput, gelu, out=product)
torch.mul(gradOutput, other, out=slope)
torch.ops.aten.gelu_backward(slope, activated, approximate="{approximate}", grad_input=slope)""",
             in_cache=4.0, out_of_cache=4.0, more=_parts))
