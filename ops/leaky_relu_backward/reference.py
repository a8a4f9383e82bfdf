"""The gradient of leaky ReLU: g where x > 0, slope g elsewhere."""

import torch

from functions import exact_leaky_relu_backward, leaky_relu_backward
from plain import formula, measured
from scalars import as_float32, numbers_for

_INPUTS = ["gradOutput", "self"]

globals().update(
    formula(
        leaky_relu_backward, exact_leaky_relu_backward,
        lambda g, x, slope: torch.ops.aten.leaky_relu_backward(g, x, slope, False),
        _INPUTS, numbers=numbers_for("negativeSlope", beside=_INPUTS),
        otherwise={
            "slope_of_float64": lambda g, x, slope: leaky_relu_backward(g, x, as_float32(slope))
        })
    | measured(
        "torch.ops.aten.leaky_relu_backward("
        "gradOutput, self, {negativeSlope}, False, grad_input=out)",
        onednn=lambda attrs: {"algorithm": "relu", "alpha": attrs["negativeSlope"],
                              "gradient": "gradOutput"}))
