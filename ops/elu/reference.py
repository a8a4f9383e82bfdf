"""ELU."""

import torch

from functions import elu, exact_elu
from plain import formula, measured
from scalars import as_float32, numbers_for

_NUMBERS = numbers_for("alpha", "scale", "inputScale", beside=["self"])


def _onednn(attrs):
    alpha, *factors = _NUMBERS(attrs)
    return {"algorithm": "elu", "alpha": alpha} if factors == [1, 1] else None


globals().update(
    formula(elu, exact_elu, torch.ops.aten.elu, numbers=_NUMBERS,
            otherwise={"numbers_of_float64": lambda x, *numbers: elu(x, *map(as_float32, numbers))})
    | measured("torch.ops.aten.elu(self, {}, {}, {}, out=out)", numbers=_NUMBERS, onednn=_onednn,
               in_cache=1.2))
