"""The gradient of hardsigmoid: g / 6 where -3 < x < 3, 0 elsewhere."""

import torch
from plain import measured


def reference(inputs, attrs):
    g, x = inputs["gradOutput"], inputs["self"]
    return {"out": torch.where(x.abs() < 3, g / 6, torch.zeros_like(g))}


def exact(inputs, attrs):
    return {"out": inputs["gradOutput"] / 6 if abs(inputs["self"]) < 3 else 0 * inputs["self"]}


def pytorch(inputs, attrs):
    g, x = inputs["gradOutput"], inputs["self"]
    dtype = torch.promote_types(g.dtype, x.dtype)
    return {"out": torch.ops.aten.hardsigmoid_backward(g.to(dtype), x.to(dtype))}


globals().update(
    measured("torch.ops.aten.hardsigmoid_backward(gradOutput, self, grad_input=out)"))
