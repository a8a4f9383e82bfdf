"""The gradient of tanh from its result."""

import torch

from functions import exact_tanh_backward, tanh_backward
from plain import measured


def reference(inputs, attrs):
    return {"gradInput": tanh_backward(inputs["gradOutput"], inputs["output"])}


def pytorch(inputs, attrs):
    g, y = torch.broadcast_tensors(inputs["gradOutput"], inputs["output"])
    return {"gradInput": torch.ops.aten.tanh_backward(g, y)}


def exact(inputs, attrs):
    return {"gradInput": exact_tanh_backward(inputs["gradOutput"], inputs["output"])}


globals().update(
    measured("torch.ops.aten.tanh_backward(gradOutput, output, grad_input=gradInput)",
             onednn={"algorithm": "tanh_use_dst_for_bwd", "gradient": "gradOutput",
                     "source": "output", "result": "gradInput"}))
