"""Leaky ReLU: x where x > 0, slope x elsewhere."""

import mpmath
import torch

from plain import measured
from scalars import number_for


def reference(inputs, attrs):
    x = inputs["self"].double()
    return {"out": torch.where(x > 0, x, number_for(attrs, "negativeSlope", "self") * x)}


def pytorch(inputs, attrs):
    return {"out": torch.nn.functional.leaky_relu(inputs["self"], attrs["negativeSlope"])}


def exact(inputs, attrs):
    x = inputs["self"]
    return {"out": x if x > 0 else mpmath.mpf(number_for(attrs, "negativeSlope", "self")) * x}


def _with_float32_slope(inputs, attrs):
    x = inputs["self"].double()
    slope = torch.tensor(attrs["negativeSlope"], dtype=torch.float32).double()
    return {"out": torch.where(x > 0, x, slope * x)}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"slope_of_float64": _with_float32_slope}

globals().update(
    measured("torch.ops.aten.leaky_relu(self, {negativeSlope}, out=out)",
             onednn=lambda attrs: {"algorithm": "relu", "alpha": attrs["negativeSlope"]},
             in_cache=1.3))
