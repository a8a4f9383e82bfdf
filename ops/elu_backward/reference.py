"""The gradient of ELU."""

import torch

from functions import elu_backward, exact_elu_backward
from scalars import number_for


def _arguments(inputs, attrs):
    numbers = [number_for(attrs, name, "selfOrResult") for name in ("alpha", "scale", "inputScale")]
    return [inputs["gradOutput"], inputs["selfOrResult"], *numbers, attrs["isResult"]]


def reference(inputs, attrs):
    return {"gradInput": elu_backward(*_arguments(inputs, attrs))}


def exact(inputs, attrs):
    return {"gradInput": exact_elu_backward(*_arguments(inputs, attrs))}


def _call(gradient, x, alpha, scale, input_scale, is_result):
    return gradient, alpha, scale, input_scale, is_result, x


def pytorch(inputs, attrs):
    return {"gradInput": torch.ops.aten.elu_backward(*_call(*_arguments(inputs, attrs)))}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"g": inputs["gradOutput"], "x": inputs["selfOrResult"], "out": outputs["gradInput"]}
    arguments = ", ".join(map(str, _call("g", "x", *_arguments(inputs, attrs)[2:])))
    return tensors, f"torch.ops.aten.elu_backward({arguments}, grad_input=out)"


def goals(attrs):
    return {"in_cache": 1.0 if attrs["isResult"] else 1.2, "out_of_cache": 1.0}
