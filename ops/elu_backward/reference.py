"""The gradient of ELU."""

import torch

from functions import elu_backward, exact_elu_backward
from plain import formula, measured
from scalars import numbers_for

_NUMBERS = numbers_for("alpha", "scale", "inputScale", "isResult", beside=["selfOrResult"])

globals().update(
    formula(elu_backward, exact_elu_backward,
            lambda g, x, *numbers: torch.ops.aten.elu_backward(g, *numbers, x),
            ["gradOutput", "selfOrResult"], "gradInput", _NUMBERS)
    | measured(
        "torch.ops.aten.elu_backward("
        "gradOutput, {}, {}, {}, {}, selfOrResult, grad_input=gradInput)",
        numbers=_NUMBERS, in_cache=lambda attrs: 1.0 if attrs["isResult"] else 1.2))
