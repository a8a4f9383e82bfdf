"""Hardsigmoid: (x + 3) / 6, but at least 0 and at most 1; of integers truncated."""

import torch

NATIVE = True


def reference(inputs, attrs):
    x = inputs["self"]
    return {
        "out": (x.double() + 3).clamp(0, 6) / 6 if x.dtype.is_floating_point else
               (x >= 3).to(torch.int64)
    }


def exact(inputs, attrs):
    x = inputs["self"]
    return {"out": int(x >= 3) if attrs["dtypes"]["self"] == "int32" else min(max(x + 3, 0), 6) / 6}


def pytorch(inputs, attrs):
    return {
        "out": torch.nn.functional.hardsigmoid(inputs["self"])
    } if inputs["self"].dtype.is_floating_point else None


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    return {"x": inputs["self"], "out": outputs["out"]}, "torch.ops.aten.hardsigmoid(x, out=out)"


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}


def _one_sixth(inputs, attrs):
    x = inputs["self"]
    return {
        "out": (x.float() * torch.tensor(1 / 6, dtype=torch.float32) + 0.5).clamp(0, 1).double()
    }


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"one_sixth": _one_sixth}
