"""Leaky ReLU: x where x > 0, slope x elsewhere."""

import mpmath
import torch

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
    return {
        "out": torch.where(x > 0, x,
                           torch.tensor(attrs["negativeSlope"], dtype=torch.float32).double() * x)
    }


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"slope_of_float64": _with_float32_slope}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    return {
        "x": inputs["self"],
        "out": outputs["out"]
    }, f'torch.ops.aten.leaky_relu(x, {attrs["negativeSlope"]}, out=out)'


def onednn(attrs):
    return {"algorithm": "relu", "alpha": attrs["negativeSlope"], "source": "self", "result": "out"}


def goals(attrs):
    return {"in_cache": 1.3, "out_of_cache": 1.0}
