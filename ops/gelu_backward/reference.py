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
