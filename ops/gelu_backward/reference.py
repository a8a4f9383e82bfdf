"""The gradient of GELU: gradInput = gradOutput * gelu'(self)."""

import torch

from functions import exact_gelu_derivative, gelu_derivative


def reference(inputs, attrs):
    return {"gradInput": inputs["gradOutput"] * gelu_derivative(inputs["self"], attrs["approximate"])}


def pytorch(inputs, attrs):
    dtype = torch.promote_types(inputs["gradOutput"].dtype, inputs["self"].dtype)
    grad, x = inputs["gradOutput"].to(dtype).contiguous(), inputs["self"].to(dtype).contiguous()
    return {"gradInput": torch.ops.aten.gelu_backward(grad, x, approximate=attrs["approximate"])}


def exact(inputs, attrs):
    return {"gradInput": inputs["gradOutput"] * exact_gelu_derivative(inputs["self"], attrs["approximate"])}


def doubles(inputs):
    return {name: value.double() for name, value in inputs.items()}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "infinities": lambda inputs, attrs: {
        "gradInput": torch.where(inputs["self"].isinf(), torch.nan, reference(doubles(inputs), attrs)["gradInput"])},
    "tanh_only": lambda inputs, attrs: {"gradInput": reference(doubles(inputs), {"approximate": "none"})["gradInput"]},
}
