"""Leaky ReLU: x where x > 0, slope x elsewhere."""

import torch

from functions import exact_leaky_relu, leaky_relu
from plain import formula, measured
from scalars import as_float32, numbers_for

globals().update(
    formula(leaky_relu, exact_leaky_relu, torch.nn.functional.leaky_relu,
            numbers=numbers_for("negativeSlope", beside=["self"]),
            otherwise={"slope_of_float64": lambda x, slope: leaky_relu(x, as_float32(slope))})
    | measured("torch.ops.aten.leaky_relu(self, {negativeSlope}, out=out)",
               onednn=lambda attrs: {"algorithm": "relu", "alpha": attrs["negativeSlope"]},
               in_cache=1.3))
