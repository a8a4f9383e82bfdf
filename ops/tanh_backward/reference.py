"""The gradient of tanh from its result."""

import torch

from functions import exact_tanh_backward, tanh_backward
from plain import formula, measured

globals().update(
    formula(tanh_backward, exact_tanh_backward, torch.ops.aten.tanh_backward,
            ["gradOutput", "output"], "gradInput")
    | measured("torch.ops.aten.tanh_backward(gradOutput, output, grad_input=gradInput)",
               onednn={"algorithm": "tanh_use_dst_for_bwd", "gradient": "gradOutput",
                       "source": "output", "result": "gradInput"}))
