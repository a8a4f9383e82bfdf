"""The gradient of SiLU."""

import torch

from functions import exact_silu_derivative, silu_derivative
from plain import measured


def reference(inputs, attrs):
    return {"gradInput": inputs["gradOutput"] * silu_derivative(inputs["self"])}


def exact(inputs, attrs):
    return {"gradInput": inputs["gradOutput"] * exact_silu_derivative(inputs["self"])}


def pytorch(inputs, attrs):
    return {"gradInput": torch.ops.aten.silu_backward(inputs["gradOutput"], inputs["self"])}


globals().update(
    measured("torch.ops.aten.silu_backward(gradOutput, self, grad_input=gradInput)",
             onednn={"algorithm": "swish", "alpha": 1.0, "gradient": "gradOutput",
                     "result": "gradInput"}, in_cache=1.3))
