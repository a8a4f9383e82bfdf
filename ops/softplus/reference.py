"""Softplus."""

import torch

from functions import exact_softplus, softplus
from plain import formula, measured
from scalars import numbers_for

_NUMBERS = numbers_for("beta", "threshold", beside=["self"])

globals().update(
    formula(softplus, exact_softplus, torch.nn.functional.softplus, numbers=_NUMBERS)
    | measured("torch.ops.aten.softplus(self, {}, {}, out=out)", numbers=_NUMBERS, in_cache=1.2))
