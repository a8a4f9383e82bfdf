"""The gradient of SiLU."""

import torch

from functions import exact_silu_derivative, silu_derivative


def reference(inputs, attrs):
    return {"gradInput": inputs["gradOutput"] * silu_derivative(inputs["self"])}


def exact(inputs, attrs):
    return {"gradInput": inputs["gradOutput"] * exact_silu_derivative(inputs["self"])}


def pytorch(inputs, attrs):
    return {"gradInput": torch.ops.aten.silu_backward(inputs["gradOutput"], inputs["self"])}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"grad": inputs["gradOutput"], "x": inputs["self"], "out": outputs["gradInput"]}
    return tensors, "torch.ops.aten.silu_backward(grad, x, grad_input=out)"


def onednn(attrs):
    return {"algorithm": "swish", "alpha": 1.0, "gradient": "gradOutput", "source": "self",
            "result": "gradInput"}


def goals(attrs):
    return {"in_cache": 1.3, "out_of_cache": 1.0}
