"""The gradient of tanh from its result."""

import torch

from functions import exact_tanh_backward, tanh_backward


def reference(inputs, attrs):
    return {"gradInput": tanh_backward(inputs["gradOutput"], inputs["output"])}


def pytorch(inputs, attrs):
    return {
        "gradInput": torch.ops.aten.tanh_backward(
            *torch.broadcast_tensors(inputs["gradOutput"], inputs["output"]))
    }


def exact(inputs, attrs):
    return {"gradInput": exact_tanh_backward(inputs["gradOutput"], inputs["output"])}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"g": inputs["gradOutput"], "y": inputs["output"], "out": outputs["gradInput"]}
    return tensors, "torch.ops.aten.tanh_backward(g, y, grad_input=out)"


def onednn(attrs):
    return {"algorithm": "tanh_use_dst_for_bwd", "gradient": "gradOutput", "source": "output",
            "result": "gradInput"}


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
