"""Gated GELU: out = other * gelu(activated), the halves of self."""

import torch

from functions import exact_gelu, gelu
from plain import formula, gated, halves, measured
from scalars import numbers_for


def _products(gelu):
    def results(activated, other, form):
        value = gelu(activated, form)
        return {"out": other * value, "outGelu": value}

    return results


globals().update(
    gated("self", formula(
        _products(gelu), _products(exact_gelu),
        _products(lambda x, form: torch.nn.functional.gelu(x, approximate=form)),
        ["activated", "other"], numbers=numbers_for("approximate"),
        otherwise={
            "infinities": lambda x, other, form: {
                "outGelu": torch.where(x.isneginf(), torch.nan, gelu(x, form))
            },
            "approximate_meaning": lambda x, other, form: {
                "outGelu": gelu(x, "none" if form == "tanh" else "tanh")
            },
        },
        otherwise_stored={
            "product_in_half": lambda x, other, form: {
                "out": other * gelu(x.double(), form).to(other.dtype)
            },
        }))
    | measured("""
torch.ops.aten.gelu(activated, approximate="{approximate}", out=outGelu)
torch.mul(other, outGelu, out=out)""", in_cache=2.0, out_of_cache=2.5,
               more=halves(self=("activated", "other"))))
