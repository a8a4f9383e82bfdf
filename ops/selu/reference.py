"""SELU."""

import torch

from functions import exact_selu, selu
from plain import measured

ALPHA, SCALE = 1.6732632423543772, 1.0507009873554805


def reference(inputs, attrs):
    return {"out": selu(inputs["self"])}


def pytorch(inputs, attrs):
    x = inputs["self"]
    return {"out": torch.nn.functional.selu(x)} if x.is_floating_point() else None


def exact(inputs, attrs):
    return {"out": exact_selu(inputs["self"])}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "expm1": lambda inputs, attrs: {
        "out": torch.where(inputs["self"] < 0,
                           (torch.exp(inputs["self"]) - 1).double() * 1.7580993408473769,
                           selu(inputs["self"].double()))
    },
    "integers": lambda inputs, attrs: {"out": torch.trunc(selu(inputs["self"].double()))},
    "converted_once": lambda inputs, attrs: {
        "out": selu(inputs["self"].double()).to(inputs["self"].dtype)
    },
}

# oneDNN has no scale: its ELU with SELU's alpha is SELU divided by it.
globals().update(
    measured(f"torch.ops.aten.elu(self, {ALPHA}, {SCALE}, 1.0, out=out)",
             onednn={"algorithm": "elu", "alpha": ALPHA,
                     "computes": lambda operands: selu(operands["self"]) / SCALE},
             in_cache=1.2, out_of_cache=1.25))
