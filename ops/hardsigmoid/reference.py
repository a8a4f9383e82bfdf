"""Hardsigmoid: (x + 3) / 6, but at least 0 and at most 1; of integers truncated."""

import torch
from plain import measured

NATIVE = True


def reference(inputs, attrs):
    x = inputs["self"]
    is_real = x.dtype.is_floating_point
    return {"out": (x.double() + 3).clamp(0, 6) / 6 if is_real else (x >= 3).to(torch.int64)}


def exact(inputs, attrs):
    x = inputs["self"]
    return {"out": int(x >= 3) if attrs["dtypes"]["self"] == "int32" else min(max(x + 3, 0), 6) / 6}


def pytorch(inputs, attrs):
    x = inputs["self"]
    return {"out": torch.nn.functional.hardsigmoid(x)} if x.dtype.is_floating_point else None


def _one_sixth(inputs, attrs):
    sixth = torch.tensor(1 / 6, dtype=torch.float32)
    return {"out": (inputs["self"].float() * sixth + 0.5).clamp(0, 1).double()}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"one_sixth": _one_sixth}

globals().update(measured("torch.ops.aten.hardsigmoid(self, out=out)"))
