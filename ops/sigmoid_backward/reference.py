"""The gradient of sigmoid from its result."""

import torch

from functions import exact_sigmoid_backward, sigmoid_backward
from plain import measured


def reference(inputs, attrs):
    return {"gradInput": sigmoid_backward(inputs["gradOutput"], inputs["output"])}


def pytorch(inputs, attrs):
    dtype = torch.promote_types(inputs["gradOutput"].dtype, inputs["output"].dtype)
    g, y = torch.broadcast_tensors(inputs["gradOutput"].to(dtype), inputs["output"].to(dtype))
    return {"gradInput": torch.ops.aten.sigmoid_backward(g, y)}


def exact(inputs, attrs):
    return {"gradInput": exact_sigmoid_backward(inputs["gradOutput"], inputs["output"])}


globals().update(
    measured("torch.ops.aten.sigmoid_backward(gradOutput, output, grad_input=gradInput)",
             onednn={"algorithm": "logistic_use_dst_for_bwd", "gradient": "gradOutput",
                     "source": "output", "result": "gradInput"}))
