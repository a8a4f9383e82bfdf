"""The gradient of softplus."""

import torch

from functions import exact_softplus_backward, softplus_backward
from plain import formula, measured
from scalars import as_float32, numbers_for

_INPUTS = ["gradOutput", "self"]


def _numbers(attrs):
    is_float64 = "float64" in [attrs["dtypes"][name] for name in _INPUTS]
    return [*numbers_for("beta", "threshold", beside=_INPUTS)(attrs), is_float64]


def _in_float32(g, x, beta, threshold, _):
    g, x = g.float().double(), x.float().double()
    return softplus_backward(g, x, as_float32(beta), as_float32(threshold), False)


globals().update(
    formula(
        softplus_backward, exact_softplus_backward,
        lambda g, x, beta, threshold, _: torch.ops.aten.softplus_backward(g, x, beta, threshold),
        _INPUTS, "gradInput", _numbers, otherwise_stored={"float64": _in_float32})
    | measured("torch.ops.aten.softplus_backward(gradOutput, self, {}, {}, grad_input=gradInput)",
               numbers=_numbers, in_cache=1.2))
