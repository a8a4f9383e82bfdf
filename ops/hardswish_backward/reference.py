"""The gradient of hardswish, with the corners -3 and 3 inside or outside the slope."""

import torch

from functions import exact_hardswish_backward, hardswish_backward
from plain import measured


def reference(inputs, attrs):
    is_inclusive = attrs["corners"] == "inclusive"
    return {"out": hardswish_backward(inputs["gradOutput"], inputs["self"], is_inclusive)}


def pytorch(inputs, attrs):
    # From 2.8 on PyTorch has the exclusive corners only.
    if attrs["corners"] == "inclusive":
        return None
    g, x = inputs["gradOutput"].contiguous(), inputs["self"].contiguous()
    return {"out": torch.ops.aten.hardswish_backward(g, x)}


def exact(inputs, attrs):
    is_inclusive = attrs["corners"] == "inclusive"
    return {"out": exact_hardswish_backward(inputs["gradOutput"], inputs["self"], is_inclusive)}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "corners": lambda inputs, attrs: {
        "out": hardswish_backward(inputs["gradOutput"].double(), inputs["self"].double(), attrs[
            "corners"] != "inclusive")
    },
    "nan": lambda inputs, attrs: {
        "out": torch.where(
            inputs["self"].isnan(), inputs["gradOutput"].double(),
            hardswish_backward(inputs["gradOutput"].double(), inputs["self"].double(), attrs[
                "corners"] == "inclusive"))
    },
}


def _exclusive(what):
    """None for the inclusive corners, which nobody else has."""
    return lambda attrs: what if attrs["corners"] == "exclusive" else None


globals().update(
    measured(_exclusive("torch.ops.aten.hardswish_backward(gradOutput, self, out=out)"),
             onednn=_exclusive({"algorithm": "hardswish", "alpha": 1 / 6, "beta": 0.5,
                                "gradient": "gradOutput"}), in_cache=1.2, out_of_cache=1.25))
