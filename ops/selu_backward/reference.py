"""The gradient of SELU from its result."""

import torch

from functions import exact_selu_derivative_from_result, selu_derivative_from_result
from plain import measured

ALPHA, SCALE, SCALE_ALPHA = 1.6732632423543772, 1.0507009873554805, 1.7580993408473769


def reference(inputs, attrs):
    return {"gradInput": inputs["gradOutput"] * selu_derivative_from_result(inputs["result"])}


def pytorch(inputs, attrs):
    grad, result = inputs["gradOutput"], inputs["result"]
    if not grad.is_floating_point():
        return None
    return {"gradInput": torch.ops.aten.elu_backward(grad, ALPHA, SCALE, 1.0, True, result)}


def exact(inputs, attrs):
    return {"gradInput": inputs["gradOutput"] * exact_selu_derivative_from_result(inputs["result"])}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "scale": lambda inputs, attrs: {
        "gradInput": inputs["gradOutput"].double() * selu_derivative_from_result(inputs[
            "result"].double()) / SCALE
    },
    "zero": lambda inputs, attrs: {
        "gradInput": inputs["gradOutput"].double() * torch.where(
            inputs["result"] >= 0, SCALE, selu_derivative_from_result(inputs["result"].double()))
    },
    "nan": lambda inputs, attrs: {
        "gradInput": inputs["gradOutput"].double() * torch.where(
            inputs["result"].isnan(), torch.nan,
            selu_derivative_from_result(inputs["result"].double()))
    },
    "integers": lambda inputs, attrs: {
        "gradInput": (inputs["gradOutput"].half().double() * selu_derivative_from_result(inputs[
            "result"].half().double())).half()
    },
}


def _without_scale(operands):
    """What oneDNN computes: the same work with the slope 1 where the result is positive."""
    slope = torch.where(operands["result"] > 0, 1.0, operands["result"] + SCALE_ALPHA)
    return operands["gradOutput"] * slope


globals().update(
    measured(
        "torch.ops.aten.elu_backward("
        f"gradOutput, {ALPHA}, {SCALE}, 1.0, True, result, grad_input=gradInput)",
        onednn={"algorithm": "elu_use_dst_for_bwd", "alpha": SCALE_ALPHA, "gradient": "gradOutput",
                "source": "result", "result": "gradInput", "computes": _without_scale},
        in_cache=1.2, out_of_cache=1.25))
