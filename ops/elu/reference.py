"""ELU."""

import torch

from functions import elu, exact_elu
from scalars import number_for


def _numbers(attrs):
    return [number_for(attrs, name, "self") for name in ("alpha", "scale", "inputScale")]


def reference(inputs, attrs):
    return {"out": elu(inputs["self"].double(), *_numbers(attrs))}


def exact(inputs, attrs):
    return {"out": exact_elu(inputs["self"], *_numbers(attrs))}


def pytorch(inputs, attrs):
    return {"out": torch.ops.aten.elu(inputs["self"], *_numbers(attrs))}


def _in_float32(inputs, attrs):
    numbers = [
        torch.tensor(attrs[name], dtype=torch.float32).item()
        for name in ("alpha", "scale", "inputScale")
    ]
    return {"out": elu(inputs["self"].double(), *numbers)}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"numbers_of_float64": _in_float32}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    alpha, scale, input_scale = _numbers(attrs)
    tensors = {"x": inputs["self"], "out": outputs["out"]}
    return tensors, f"torch.ops.aten.elu(x, {alpha}, {scale}, {input_scale}, out=out)"


def onednn(attrs):
    alpha, scale, input_scale = _numbers(attrs)
    return {"algorithm": "elu", "alpha": alpha, "source": "self",
            "result": "out"} if scale == input_scale == 1 else None


def goals(attrs):
    return {"in_cache": 1.2, "out_of_cache": 1.0}
