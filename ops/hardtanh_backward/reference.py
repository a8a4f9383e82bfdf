"""The gradient of hardtanh: 0 where x <= min or x >= max."""

import torch

from plain import formula, measured
from scalars import numbers_for

_INTERVAL = numbers_for("min", "max")

globals().update(
    formula(
        lambda g, x, low, high: torch.where((x <= low) | (x >= high), 0.0, g),
        lambda g, x, low, high: g if low < x < high else 0 * x,
        torch.ops.aten.hardtanh_backward, ["gradOutput", "self"], numbers=_INTERVAL,
        otherwise={
            "bounds": lambda g, x, low, high: torch.where((x < low) | (x > high), 0.0, g)
        })
    | measured("torch.ops.aten.hardtanh_backward(gradOutput, self, {}, {}, grad_input=out)",
               numbers=_INTERVAL))
