"""GELU: y = x Phi(x), or its tanh form."""

import torch

from functions import exact_gelu, gelu


def reference(inputs, attrs):
    return {"y": gelu(inputs["x"], attrs["approximate"])}


def pytorch(inputs, attrs):
    return {"y": torch.nn.functional.gelu(inputs["x"], approximate=attrs["approximate"])}


def exact(inputs, attrs):
    return {"y": exact_gelu(inputs["x"], attrs["approximate"])}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "infinities": lambda inputs, attrs: {
        "y": torch.where(inputs["x"] == -torch.inf, torch.nan,
                         gelu(inputs["x"].double(), attrs["approximate"]))
    },
    "tanh_only": lambda inputs, attrs: {"y": gelu(inputs["x"].double(), "none")},
    "cubic": lambda inputs, attrs: {
        "y": inputs["x"].double() /
             (1 + torch.exp(-1.595769122 *
                            (inputs["x"].double() + 0.0455399241 * inputs["x"].double()**3)))
    },
}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"x": inputs["x"], "out": outputs["y"]}
    return tensors, f'torch.ops.aten.gelu(x, approximate="{attrs["approximate"]}", out=out)'


def onednn(attrs):
    return {"algorithm": "gelu_tanh" if attrs["approximate"] == "tanh" else "gelu_erf",
            "source": "x", "result": "y"}


def goals(attrs):
    return {"in_cache": 2.0, "out_of_cache": 2.5,
            "high_precision_ns": 1.3 if attrs["approximate"] == "tanh" else 1.6}
