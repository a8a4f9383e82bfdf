"""The gradient of softplus."""

import torch

from functions import exact_softplus_backward, softplus_backward
from scalars import number_for


def _numbers(attrs):
    return [number_for(attrs, name, "gradOutput", "self") for name in ("beta", "threshold")]


def _operands(inputs):
    return inputs["gradOutput"], inputs["self"]


def _is_float64(attrs):
    return "float64" in (attrs["dtypes"]["gradOutput"], attrs["dtypes"]["self"])


def reference(inputs, attrs):
    return {
        "gradInput": softplus_backward(*_operands(inputs), *_numbers(attrs), _is_float64(attrs))
    }


def exact(inputs, attrs):
    return {
        "gradInput": exact_softplus_backward(*_operands(inputs), *_numbers(attrs),
                                             _is_float64(attrs))
    }


def pytorch(inputs, attrs):
    gradient, x = _operands(inputs)
    dtype = torch.promote_types(gradient.dtype, x.dtype)
    return {
        "gradInput": torch.ops.aten.softplus_backward(gradient.to(dtype), x.to(dtype),
                                                      *_numbers(attrs))
    }


def _in_float32(inputs, attrs):
    numbers = [
        torch.tensor(attrs[name], dtype=torch.float32).item() for name in ("beta", "threshold")
    ]
    rounded = [operand.float().double() for operand in _operands(inputs)]
    return {"gradInput": softplus_backward(*rounded, *numbers, False)}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"float64": _in_float32}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"g": inputs["gradOutput"], "x": inputs["self"], "out": outputs["gradInput"]}
    beta, threshold = _numbers(attrs)
    return tensors, f"torch.ops.aten.softplus_backward(g, x, {beta}, {threshold}, grad_input=out)"


def goals(attrs):
    return {"in_cache": 1.2, "out_of_cache": 1.0}
