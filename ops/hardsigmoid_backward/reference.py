"""The gradient of hardsigmoid: g / 6 where -3 < x < 3, 0 elsewhere."""

import torch

from plain import formula, measured

globals().update(
    formula(lambda g, x: torch.where(x.abs() < 3, g / 6, 0.0),
            lambda g, x: g / 6 if abs(x) < 3 else 0 * x, torch.ops.aten.hardsigmoid_backward,
            ["gradOutput", "self"])
    | measured("torch.ops.aten.hardsigmoid_backward(gradOutput, self, grad_input=out)"))
