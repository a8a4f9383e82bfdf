"""Threshold: the value where x <= threshold."""

import mpmath
import torch

from plain import formula_as_is, measured
from scalars import number_in


def _numbers(attrs):
    """The threshold, and the value as an element."""
    dtype = attrs["dtypes"]["self"]
    threshold, value = [number_in(attrs[name], dtype) for name in ("threshold", "value")]
    return threshold, number_in(value, dtype, as_tensor=True)


globals().update(
    formula_as_is(lambda x, threshold, value: torch.where(x <= threshold, value, x),
                  lambda x, threshold, value: mpmath.mpf(value) if x <= threshold else x,
                  torch.nn.functional.threshold, numbers=_numbers)
    | measured("torch.ops.aten.threshold(self, {}, {}, out=out)", numbers=_numbers))
