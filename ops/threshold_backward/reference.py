"""The gradient of the threshold: 0 where x <= threshold."""

import torch
from conversions import exact_low_bits, is_float
from scalars import number_for

NATIVE = True


def _threshold(attrs):
    dtype = attrs["dtypes"]["self"]
    return number_for(attrs, "threshold", "self") if is_float(dtype) else int(
        exact_low_bits(int(attrs["threshold"]), dtype))


def _tensors(inputs):
    return [
        value.double() if value.dtype.is_floating_point else value.to(torch.int64)
        for value in (inputs["gradOutput"], inputs["self"])
    ]


def reference(inputs, attrs):
    g, x = _tensors(inputs)
    return {"out": torch.where(x <= _threshold(attrs), torch.zeros_like(g), g)}


def exact(inputs, attrs):
    return {
        "out": 0 * inputs["self"] if inputs["self"] <= _threshold(attrs) else inputs["gradOutput"]
    }


def pytorch(inputs, attrs):
    return {
        "out": torch.ops.aten.threshold_backward(inputs["gradOutput"], inputs["self"],
                                                 _threshold(attrs))
    }


def _near_zero(inputs, attrs):
    g, x = _tensors(inputs)
    threshold = _threshold(attrs)
    return {
        "out": g * (x > 0).to(g.dtype) if abs(threshold) <= 1.2e-7 else torch.where(
            x <= threshold, torch.zeros_like(g), g)
    }


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"near_zero": _near_zero}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"g": inputs["gradOutput"], "x": inputs["self"], "out": outputs["out"]}
    return tensors, f"torch.ops.aten.threshold_backward(g, x, {_threshold(attrs)}, grad_input=out)"


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
