"""GELU: y = x Phi(x), or its tanh form."""

import torch

from functions import exact_gelu, gelu


def reference(inputs, attrs):
    return {"y": gelu(inputs["x"], attrs["approximate"])}


def pytorch(inputs, attrs):
    return {"y": torch.nn.functional.gelu(inputs["x"], approximate=attrs["approximate"])}


def exact(inputs, attrs):
    return {"y": exact_gelu(inputs["x"], attrs["approximate"])}
