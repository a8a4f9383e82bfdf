"""The gradient of sigmoid from its result."""

import torch

from functions import exact_sigmoid_backward, sigmoid_backward
from plain import formula, measured

globals().update(
    formula(sigmoid_backward, exact_sigmoid_backward, torch.ops.aten.sigmoid_backward,
            ["gradOutput", "output"], "gradInput")
    | measured("torch.ops.aten.sigmoid_backward(gradOutput, output, grad_input=gradInput)",
               onednn={"algorithm": "logistic_use_dst_for_bwd", "gradient": "gradOutput",
                       "source": "output", "result": "gradInput"}))
