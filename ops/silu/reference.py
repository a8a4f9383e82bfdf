"""SiLU."""

import torch

from functions import exact_silu, silu
from plain import measured


def reference(inputs, attrs):
    return {"out": silu(inputs["self"])}


def exact(inputs, attrs):
    return {"out": exact_silu(inputs["self"])}


def pytorch(inputs, attrs):
    return {"out": torch.nn.functional.silu(inputs["self"])}


globals().update(
    measured("torch.ops.aten.silu(self, out=out)", onednn={"algorithm": "swish", "alpha": 1.0},
             in_cache=1.3))
