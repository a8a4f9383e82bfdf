"""The gradient of SiLU."""

import torch

from functions import exact_silu_derivative, silu_derivative
from plain import formula, measured

globals().update(
    formula(lambda g, x: g * silu_derivative(x), lambda g, x: g * exact_silu_derivative(x),
            torch.ops.aten.silu_backward, ["gradOutput", "self"], "gradInput")
    | measured("torch.ops.aten.silu_backward(gradOutput, self, grad_input=gradInput)",
               onednn={"algorithm": "swish", "alpha": 1.0, "gradient": "gradOutput",
                       "result": "gradInput"}, in_cache=1.3))
