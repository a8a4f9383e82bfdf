"""The gradient of SwiGLU: yGrad * other * silu'(activated) and yGrad * silu(activated), at the
places of the halves of x."""

import torch

from functions import exact_silu, exact_silu_derivative, silu, silu_derivative
from plain import formula, gated, halves, measured


def _gradients(silu, derivative):
    def results(g, activated, other):
        return {"activated": g * other * derivative(activated), "other": g * silu(activated)}

    return results


def _pytorch(g, activated, other):
    slope = torch.ops.aten.silu_backward(g * other, activated)
    return {"activated": slope, "other": g * torch.nn.functional.silu(activated)}


# yGrad * other is put where the gradient that is made of it comes in the end.
globals().update(
    gated("x", formula(
        _gradients(silu, silu_derivative), _gradients(exact_silu, exact_silu_derivative), _pytorch,
        ["yGrad", "activated", "other"]), "out")
    | measured("""
torch.ops.aten.silu(activated, out=product)
torch.mul(yGrad, product, out=product)
torch.mul(yGrad, other, out=slope)
torch.ops.aten.silu_backward(slope, activated, grad_input=slope)""", in_cache=1.2,
               more=halves(x=("activated", "other"), out=("slope", "product"))))
