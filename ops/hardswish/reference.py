"""Hardswish: x clamp(x + 3, 0, 6) / 6."""

import torch

from functions import exact_hardswish, hardswish
from plain import formula, measured

globals().update(
    formula(hardswish, exact_hardswish, torch.nn.functional.hardswish,
            otherwise_stored={
                "large_values": lambda x: torch.where(
                    (x * 6).isinf(), x.double() * torch.inf, hardswish(x.double())),
            })
    | measured("torch.ops.aten.hardswish(self, out=out)",
               onednn={"algorithm": "hardswish", "alpha": 1 / 6, "beta": 0.5},
               in_cache=1.2, out_of_cache=1.25))
