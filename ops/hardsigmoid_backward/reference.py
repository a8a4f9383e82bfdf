"""The gradient of hardsigmoid: g / 6 where -3 < x < 3, 0 elsewhere."""

import torch


def reference(inputs, attrs):
    g, x = inputs["gradOutput"], inputs["self"]
    return {"out": torch.where(x.abs() < 3, g / 6, torch.zeros_like(g))}


def exact(inputs, attrs):
    return {"out": inputs["gradOutput"] / 6 if abs(inputs["self"]) < 3 else 0 * inputs["self"]}


def pytorch(inputs, attrs):
    dtype = torch.promote_types(inputs["gradOutput"].dtype, inputs["self"].dtype)
    return {
        "out": torch.ops.aten.hardsigmoid_backward(inputs["gradOutput"].to(dtype),
                                                   inputs["self"].to(dtype))
    }


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"g": inputs["gradOutput"], "x": inputs["self"], "out": outputs["out"]}
    return tensors, "torch.ops.aten.hardsigmoid_backward(g, x, grad_input=out)"


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
