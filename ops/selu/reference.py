"""SELU."""

import torch

from functions import exact_selu, selu
from plain import formula, measured, of_floats

ALPHA, SCALE = 1.6732632423543772, 1.0507009873554805


def _exp_less_one(x):
    negative = (torch.exp(x) - 1).double() * 1.7580993408473769
    return torch.where(x < 0, negative, selu(x.double()))


# oneDNN has no scale: its ELU with SELU's alpha is SELU divided by it.
globals().update(
    formula(selu, exact_selu, of_floats(torch.nn.functional.selu),
            otherwise={"integers": lambda x: torch.trunc(selu(x))},
            otherwise_stored={
                "expm1": _exp_less_one,
                "converted_once": lambda x: selu(x.double()).to(x.dtype),
            })
    | measured(f"torch.ops.aten.elu(self, {ALPHA}, {SCALE}, 1.0, out=out)",
               onednn={"algorithm": "elu", "alpha": ALPHA,
                       "computes": lambda operands: selu(operands["self"]) / SCALE},
               in_cache=1.2, out_of_cache=1.25))
