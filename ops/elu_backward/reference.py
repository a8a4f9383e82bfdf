"""The gradient of ELU."""

import torch

from functions import elu_backward, exact_elu_backward
from plain import measured
from scalars import number_for


def _numbers(attrs):
    numbers = [number_for(attrs, name, "selfOrResult") for name in ("alpha", "scale", "inputScale")]
    return [*numbers, attrs["isResult"]]


def _arguments(inputs, attrs):
    return [inputs["gradOutput"], inputs["selfOrResult"], *_numbers(attrs)]


def reference(inputs, attrs):
    return {"gradInput": elu_backward(*_arguments(inputs, attrs))}


def exact(inputs, attrs):
    return {"gradInput": exact_elu_backward(*_arguments(inputs, attrs))}


def pytorch(inputs, attrs):
    gradient, x, *numbers = _arguments(inputs, attrs)
    return {"gradInput": torch.ops.aten.elu_backward(gradient, *numbers, x)}


def _call(attrs):
    numbers = ", ".join(map(str, _numbers(attrs)))
    return f"torch.ops.aten.elu_backward(gradOutput, {numbers}, selfOrResult, grad_input=gradInput)"


globals().update(measured(_call, in_cache=lambda attrs: 1.0 if attrs["isResult"] else 1.2))
