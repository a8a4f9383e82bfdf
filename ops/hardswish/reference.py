"""Hardswish: x clamp(x + 3, 0, 6) / 6."""

import torch

from functions import exact_hardswish, hardswish


def reference(inputs, attrs):
    return {"out": hardswish(inputs["self"])}


def pytorch(inputs, attrs):
    return {"out": torch.nn.functional.hardswish(inputs["self"])}


def exact(inputs, attrs):
    return {"out": exact_hardswish(inputs["self"])}
