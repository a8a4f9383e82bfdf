"""SwiGLU: out = silu(activated) * other, the halves of x."""

import torch

from functions import exact_silu, silu
from plain import formula, gated, halves, measured


def _product(silu):
    return lambda activated, other: silu(activated) * other


globals().update(
    gated("x", formula(_product(silu), _product(exact_silu), _product(torch.nn.functional.silu),
                       ["activated", "other"]))
    | measured("""
torch.ops.aten.silu(activated, out=out)
torch.mul(out, other, out=out)""", in_cache=1.2, more=halves(x=("activated", "other"))))
