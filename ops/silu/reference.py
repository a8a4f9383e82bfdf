"""SiLU."""

import torch

from functions import exact_silu, silu
from plain import formula, measured

globals().update(
    formula(silu, exact_silu, torch.nn.functional.silu)
    | measured("torch.ops.aten.silu(self, out=out)", onednn={"algorithm": "swish", "alpha": 1.0},
               in_cache=1.3))
