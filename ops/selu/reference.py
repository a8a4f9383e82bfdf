"""SELU."""

import torch

from functions import exact_selu, selu


def reference(inputs, attrs):
    return {"out": selu(inputs["self"])}


def pytorch(inputs, attrs):
    x = inputs["self"]
    return {"out": torch.nn.functional.selu(x)} if x.is_floating_point() else None


def exact(inputs, attrs):
    return {"out": exact_selu(inputs["self"])}
