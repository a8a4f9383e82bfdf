"""The gradient of sigmoid from its result."""

import torch

from functions import exact_sigmoid_backward, sigmoid_backward


def reference(inputs, attrs):
    return {"gradInput": sigmoid_backward(inputs["gradOutput"], inputs["output"])}


def pytorch(inputs, attrs):
    dtype = torch.promote_types(inputs["gradOutput"].dtype, inputs["output"].dtype)
    g, y = torch.broadcast_tensors(inputs["gradOutput"].to(dtype), inputs["output"].to(dtype))
    return {"gradInput": torch.ops.aten.sigmoid_backward(g, y)}


def exact(inputs, attrs):
    return {"gradInput": exact_sigmoid_backward(inputs["gradOutput"], inputs["output"])}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"g": inputs["gradOutput"], "y": inputs["output"], "out": outputs["gradInput"]}
    return tensors, "torch.ops.aten.sigmoid_backward(g, y, grad_input=out)"


def onednn(attrs):
    return {"algorithm": "logistic_use_dst_for_bwd", "gradient": "gradOutput", "source": "output",
            "result": "gradInput"}


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
