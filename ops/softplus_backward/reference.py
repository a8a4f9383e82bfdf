"""The gradient of softplus."""

import torch

from functions import exact_softplus_backward, softplus_backward
from plain import measured
from scalars import number_for


def _numbers(attrs):
    return [number_for(attrs, name, "gradOutput", "self") for name in ("beta", "threshold")]


def _operands(inputs):
    return inputs["gradOutput"], inputs["self"]


def _arguments(inputs, attrs):
    is_float64 = "float64" in (attrs["dtypes"]["gradOutput"], attrs["dtypes"]["self"])
    return [*_operands(inputs), *_numbers(attrs), is_float64]


def reference(inputs, attrs):
    return {"gradInput": softplus_backward(*_arguments(inputs, attrs))}


def exact(inputs, attrs):
    return {"gradInput": exact_softplus_backward(*_arguments(inputs, attrs))}


def pytorch(inputs, attrs):
    g, x = _operands(inputs)
    dtype = torch.promote_types(g.dtype, x.dtype)
    g, x = g.to(dtype), x.to(dtype)
    return {"gradInput": torch.ops.aten.softplus_backward(g, x, *_numbers(attrs))}


def _in_float32(inputs, attrs):
    numbers = [torch.tensor(attrs[name], dtype=torch.float32).item()
               for name in ("beta", "threshold")]
    rounded = [operand.float().double() for operand in _operands(inputs)]
    return {"gradInput": softplus_backward(*rounded, *numbers, False)}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"float64": _in_float32}


def _call(attrs):
    beta, threshold = _numbers(attrs)
    return ("torch.ops.aten.softplus_backward("
            f"gradOutput, self, {beta}, {threshold}, grad_input=gradInput)")


globals().update(measured(_call, in_cache=1.2))
