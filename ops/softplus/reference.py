"""Softplus."""

import torch

from functions import exact_softplus, softplus
from scalars import number_for


def _numbers(attrs):
    return number_for(attrs, "beta", "self"), number_for(attrs, "threshold", "self")


def reference(inputs, attrs):
    return {"out": softplus(inputs["self"].double(), *_numbers(attrs))}


def exact(inputs, attrs):
    return {"out": exact_softplus(inputs["self"], *_numbers(attrs))}


def pytorch(inputs, attrs):
    return {"out": torch.nn.functional.softplus(inputs["self"], *_numbers(attrs))}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    beta, threshold = _numbers(attrs)
    return {"x": inputs["self"],
            "out": outputs["out"]}, f"torch.ops.aten.softplus(x, {beta}, {threshold}, out=out)"


def goals(attrs):
    return {"in_cache": 1.2, "out_of_cache": 1.0}
