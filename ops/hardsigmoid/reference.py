"""Hardsigmoid: (x + 3) / 6, but at least 0 and at most 1; of integers truncated."""

import torch

from plain import formula_as_is, measured, of_floats
from scalars import as_float32


def _one_sixth(x):
    return (x.float() * as_float32(1 / 6) + 0.5).clamp(0, 1).double()


globals().update(
    formula_as_is(lambda x: (x + 3).clamp(0, 6) / 6, lambda x: min(max(x + 3, 0), 6) / 6,
                  of_floats(torch.nn.functional.hardsigmoid), otherwise={"one_sixth": _one_sixth})
    | measured("torch.ops.aten.hardsigmoid(self, out=out)"))
