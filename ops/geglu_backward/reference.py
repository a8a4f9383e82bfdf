"""The gradient of the gated GELU: gradOutput * other * gelu'(activated) and gradOutput * gelu, at
the places of the halves of self."""

import torch

from functions import exact_gelu_derivative, gelu_derivative
from plain import formula, gated, halves, measured
from scalars import numbers_for


def _gradients(derivative):
    def results(g, activated, other, value, form):
        return {"activated": g * other * derivative(activated, form), "other": g * value}

    return results


def _pytorch(g, activated, other, value, form):
    slope = torch.ops.aten.gelu_backward((g * other).contiguous(), activated.contiguous(),
                                         approximate=form)
    return {"activated": slope, "other": g * value}


def _infinities(g, activated, other, value, form):
    slope = g * other * gelu_derivative(activated, form)
    return {"activated": torch.where(activated.isinf(), torch.nan, slope)}


def _products_in_half(g, activated, other, value, form):
    return {"activated": (g * other).double() * gelu_derivative(activated.double(), form)}


# gradOutput * other is put where the gradient that is made of it comes in the end.
globals().update(
    gated("self", formula(
        _gradients(gelu_derivative), _gradients(exact_gelu_derivative), _pytorch,
        ["gradOutput", "activated", "other", "gelu"], numbers=numbers_for("approximate"),
        otherwise={"infinities": _infinities},
        otherwise_stored={"products_in_half": _products_in_half}), "gradInput")
    | measured("""
torch.mul(gradOutput, gelu, out=product)
torch.mul(gradOutput, other, out=slope)
torch.ops.aten.gelu_backward(slope, activated, approximate="{approximate}", grad_input=slope)""",
               in_cache=4.0, out_of_cache=4.0,
               more=halves(self=("activated", "other"), gradInput=("slope", "product"))))
