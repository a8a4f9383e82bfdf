"""The gradient of the threshold: 0 where x <= threshold."""

import torch

from plain import formula_as_is, measured
from scalars import number_in


def _threshold(attrs):
    return [number_in(attrs["threshold"], attrs["dtypes"]["self"])]


def _real(g, x, threshold):
    return torch.where(x <= threshold, 0, g)


def _near_zero(g, x, threshold):
    return g * (x > 0) if abs(threshold) <= 1.2e-7 else _real(g, x, threshold)


globals().update(
    formula_as_is(_real, lambda g, x, threshold: 0 * x if x <= threshold else g,
                  torch.ops.aten.threshold_backward, ["gradOutput", "self"], numbers=_threshold,
                  otherwise={"near_zero": _near_zero})
    | measured("torch.ops.aten.threshold_backward(gradOutput, self, {}, grad_input=out)",
               numbers=_threshold))
