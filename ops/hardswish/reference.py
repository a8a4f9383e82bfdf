"""Hardswish: x clamp(x + 3, 0, 6) / 6."""

import torch

from functions import exact_hardswish, hardswish
from plain import measured


def reference(inputs, attrs):
    return {"out": hardswish(inputs["self"])}


def pytorch(inputs, attrs):
    return {"out": torch.nn.functional.hardswish(inputs["self"])}


def exact(inputs, attrs):
    return {"out": exact_hardswish(inputs["self"])}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "large_values": lambda inputs, attrs: {
        "out": torch.where((inputs["self"] * 6).isinf(), inputs["self"].double() * torch.inf,
                           hardswish(inputs["self"].double()))
    },
}

globals().update(
    measured("torch.ops.aten.hardswish(self, out=out)",
             onednn={"algorithm": "hardswish", "alpha": 1 / 6, "beta": 0.5},
             in_cache=1.2, out_of_cache=1.25))
