"""SiLU."""

import torch

from functions import exact_silu, silu


def reference(inputs, attrs):
    return {"out": silu(inputs["self"])}


def exact(inputs, attrs):
    return {"out": exact_silu(inputs["self"])}


def pytorch(inputs, attrs):
    return {"out": torch.nn.functional.silu(inputs["self"])}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    return {"x": inputs["self"], "out": outputs["out"]}, "torch.ops.aten.silu(x, out=out)"


def onednn(attrs):
    return {"algorithm": "swish", "alpha": 1.0, "source": "self", "result": "out"}


def goals(attrs):
    return {"in_cache": 1.3, "out_of_cache": 1.0}
