"""The gradient of hardtanh: 0 where x <= min or x >= max."""

import torch
from plain import measured
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
    g, x = inputs["gradOutput"], inputs["self"]
    return {"out": torch.ops.aten.hardtanh_backward(g, x, *_interval(attrs))}


def _with_bounds(inputs, attrs):
    g, x = inputs["gradOutput"].double(), inputs["self"].double()
    low, high = _interval(attrs)
    return {"out": torch.where((x < low) | (x > high), torch.zeros_like(g), g)}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"bounds": _with_bounds}


def _call(attrs):
    low, high = _interval(attrs)
    return f"torch.ops.aten.hardtanh_backward(gradOutput, self, {low}, {high}, grad_input=out)"


globals().update(measured(_call))
