"""The gradient of hardswish, with the corners -3 and 3 inside or outside the slope."""

import torch

from functions import exact_hardswish_backward, hardswish_backward
from plain import formula, measured


def _pytorch(g, x, is_inclusive):
    # From 2.8 on PyTorch has the exclusive corners only.
    return None if is_inclusive else torch.ops.aten.hardswish_backward(
        g.contiguous(), x.contiguous())


def _exclusive(what):
    """None for the inclusive corners, which nobody else has."""
    return lambda attrs: what if attrs["corners"] == "exclusive" else None


globals().update(
    formula(
        hardswish_backward, exact_hardswish_backward, _pytorch, ["gradOutput", "self"],
        numbers=lambda attrs: [attrs["corners"] == "inclusive"],
        otherwise={
            "corners": lambda g, x, is_inclusive: hardswish_backward(g, x, not is_inclusive),
            "nan": lambda g, x, is_inclusive: torch.where(
                x.isnan(), g, hardswish_backward(g, x, is_inclusive)),
        })
    | measured(_exclusive("torch.ops.aten.hardswish_backward(gradOutput, self, out=out)"),
               onednn=_exclusive({"algorithm": "hardswish", "alpha": 1 / 6, "beta": 0.5,
                                  "gradient": "gradOutput"}), in_cache=1.2, out_of_cache=1.25))
