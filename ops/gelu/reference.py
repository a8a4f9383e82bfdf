"""GELU: y = x Phi(x), or its tanh form."""

import torch

from functions import exact_gelu, gelu
from plain import measured


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

ALGORITHMS, NANOSECONDS = {"none": "gelu_erf", "tanh": "gelu_tanh"}, {"none": 1.6, "tanh": 1.3}
globals().update(
    measured('torch.ops.aten.gelu(x, approximate="{approximate}", out=y)',
             onednn=lambda attrs: {"algorithm": ALGORITHMS[attrs["approximate"]],
                                   "source": "x", "result": "y"},
             in_cache=2.0, out_of_cache=2.5,
             high_precision_ns=lambda attrs: NANOSECONDS[attrs["approximate"]]))
