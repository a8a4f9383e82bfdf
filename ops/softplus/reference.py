"""Softplus."""

import torch

from functions import exact_softplus, softplus
from plain import measured
from scalars import number_for


def _numbers(attrs):
    return number_for(attrs, "beta", "self"), number_for(attrs, "threshold", "self")


def reference(inputs, attrs):
    return {"out": softplus(inputs["self"].double(), *_numbers(attrs))}


def exact(inputs, attrs):
    return {"out": exact_softplus(inputs["self"], *_numbers(attrs))}


def pytorch(inputs, attrs):
    return {"out": torch.nn.functional.softplus(inputs["self"], *_numbers(attrs))}


def _call(attrs):
    return "torch.ops.aten.softplus(self, {}, {}, out=out)".format(*_numbers(attrs))


globals().update(measured(_call, in_cache=1.2))
