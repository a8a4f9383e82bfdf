"""The gradient of SELU from its result."""

import torch

from functions import exact_selu_backward, selu_backward
from plain import formula, measured, of_floats

ALPHA, SCALE, SCALE_ALPHA = 1.6732632423543772, 1.0507009873554805, 1.7580993408473769


def _pytorch(g, y):
    return torch.ops.aten.elu_backward(g, ALPHA, SCALE, 1.0, True, y)


def _without_scale(operands):
    """What oneDNN computes: the same work with the slope 1 where the result is positive."""
    slope = torch.where(operands["result"] > 0, 1.0, operands["result"] + SCALE_ALPHA)
    return operands["gradOutput"] * slope


globals().update(
    formula(
        selu_backward, exact_selu_backward, of_floats(_pytorch), ["gradOutput", "result"],
        "gradInput",
        otherwise={
            "scale": lambda g, y: selu_backward(g, y) / SCALE,
            "zero": lambda g, y: torch.where(y >= 0, g * SCALE, selu_backward(g, y)),
            "nan": lambda g, y: torch.where(y.isnan(), torch.nan, selu_backward(g, y)),
            "integers": lambda g, y: selu_backward(g.half().double(), y.half().double()).half(),
        })
    | measured(
        "torch.ops.aten.elu_backward("
        f"gradOutput, {ALPHA}, {SCALE}, 1.0, True, result, grad_input=gradInput)",
        onednn={"algorithm": "elu_use_dst_for_bwd", "alpha": SCALE_ALPHA, "gradient": "gradOutput",
                "source": "result", "result": "gradInput", "computes": _without_scale},
        in_cache=1.2, out_of_cache=1.25))
