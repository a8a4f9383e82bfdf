"""GELU: y = x Phi(x), or its tanh form."""

import torch

from functions import exact_gelu, gelu
from plain import formula, measured
from scalars import numbers_for

ALGORITHMS, NANOSECONDS = {"none": "gelu_erf", "tanh": "gelu_tanh"}, {"none": 1.6, "tanh": 1.3}
globals().update(
    formula(
        gelu, exact_gelu, lambda x, form: torch.nn.functional.gelu(x, approximate=form), ["x"], "y",
        numbers_for("approximate"),
        otherwise={
            "infinities": lambda x, form: torch.where(x == -torch.inf, torch.nan, gelu(x, form)),
            "tanh_only": lambda x, form: gelu(x, "none"),
            "cubic": lambda x, form: x / (1 + torch.exp(-1.595769122 * (x + 0.0455399241 * x**3))),
        })
    | measured('torch.ops.aten.gelu(x, approximate="{approximate}", out=y)',
               onednn=lambda attrs: {"algorithm": ALGORITHMS[attrs["approximate"]],
                                     "source": "x", "result": "y"},
               in_cache=2.0, out_of_cache=2.5,
               high_precision_ns=lambda attrs: NANOSECONDS[attrs["approximate"]]))
