"""The gradient of hardtanh: 0 where x <= min or x >= max."""

import torch
from scalars import number_for


def _interval(attrs):
    return number_for(attrs, "min"), number_for(attrs, "max")


def reference(inputs, attrs):
    g, x = inputs["gradOutput"], inputs["self"]
    low, high = _interval(attrs)
    return {"out": torch.where((x <= low) | (x >= high), torch.zeros_like(g), g)}


def exact(inputs, attrs):
    low, high = _interval(attrs)
    return {"out": inputs["gradOutput"] if low < inputs["self"] < high else 0 * inputs["self"]}


def pytorch(inputs, attrs):
    return {
        "out": torch.ops.aten.hardtanh_backward(inputs["gradOutput"], inputs["self"],
                                                *_interval(attrs))
    }


def _with_bounds(inputs, attrs):
    g, x = inputs["gradOutput"].double(), inputs["self"].double()
    low, high = _interval(attrs)
    return {"out": torch.where((x < low) | (x > high), torch.zeros_like(g), g)}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"bounds": _with_bounds}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"g": inputs["gradOutput"], "x": inputs["self"], "out": outputs["out"]}
    low, high = _interval(attrs)
    return tensors, f"torch.ops.aten.hardtanh_backward(g, x, {low}, {high}, grad_input=out)"


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
