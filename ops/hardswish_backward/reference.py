"""The gradient of hardswish, with the corners -3 and 3 inside or outside the slope."""

import torch

from functions import exact_hardswish_backward, hardswish_backward


def reference(inputs, attrs):
    return {
        "out": hardswish_backward(inputs["gradOutput"], inputs["self"],
                                  attrs["corners"] == "inclusive")
    }


def pytorch(inputs, attrs):
    # From 2.8 on PyTorch has the exclusive corners only.
    if attrs["corners"] == "inclusive":
        return None
    return {
        "out": torch.ops.aten.hardswish_backward(inputs["gradOutput"].contiguous(),
                                                 inputs["self"].contiguous())
    }


def exact(inputs, attrs):
    return {
        "out": exact_hardswish_backward(inputs["gradOutput"], inputs["self"],
                                        attrs["corners"] == "inclusive")
    }


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "corners": lambda inputs, attrs: {
        "out": hardswish_backward(inputs["gradOutput"].double(), inputs["self"].double(), attrs[
            "corners"] != "inclusive")
    },
    "nan": lambda inputs, attrs: {
        "out": torch.where(
            inputs["self"].isnan(), inputs["gradOutput"].double(),
            hardswish_backward(inputs["gradOutput"].double(), inputs["self"].double(), attrs[
                "corners"] == "inclusive"))
    },
}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    if attrs["corners"] == "inclusive":
        return None
    tensors = {"grad": inputs["gradOutput"], "x": inputs["self"], "out": outputs["out"]}
    return tensors, "torch.ops.aten.hardswish_backward(grad, x, out=out)"


def onednn(attrs):
    if attrs["corners"] == "inclusive":
        return None
    return {"algorithm": "hardswish", "alpha": 1 / 6, "beta": 0.5, "gradient": "gradOutput",
            "source": "self", "result": "out"}


def goals(attrs):
    return {"in_cache": 1.2, "out_of_cache": 1.25}
