"""The gradient of leaky ReLU: g where x > 0, slope g elsewhere."""

import mpmath
import torch

from plain import measured
from scalars import number_for


def _slope(attrs):
    return number_for(attrs, "negativeSlope", "gradOutput", "self")


def _select(inputs, slope):
    g, x = inputs["gradOutput"].double(), inputs["self"].double()
    return {"out": torch.where(x > 0, g, slope * g)}


def reference(inputs, attrs):
    return _select(inputs, _slope(attrs))


def pytorch(inputs, attrs):
    dtype = torch.promote_types(inputs["gradOutput"].dtype, inputs["self"].dtype)
    g, x = inputs["gradOutput"].to(dtype), inputs["self"].to(dtype)
    slope, is_result = attrs["negativeSlope"], attrs["selfIsResult"]
    return {"out": torch.ops.aten.leaky_relu_backward(g, x, slope, is_result)}


def exact(inputs, attrs):
    g, x = inputs["gradOutput"], inputs["self"]
    return {"out": g if x > 0 else mpmath.mpf(_slope(attrs)) * g}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "slope_of_float64": lambda inputs, attrs: _select(
        inputs, torch.tensor(attrs["negativeSlope"], dtype=torch.float32).double())
}

globals().update(
    measured(
        "torch.ops.aten.leaky_relu_backward("
        "gradOutput, self, {negativeSlope}, False, grad_input=out)",
        onednn=lambda attrs: {"algorithm": "relu", "alpha": attrs["negativeSlope"],
                              "gradient": "gradOutput"}))
