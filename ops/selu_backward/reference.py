"""The gradient of SELU from its result."""

import torch

from functions import exact_selu_derivative_from_result, selu_derivative_from_result


def reference(inputs, attrs):
    return {"gradInput": inputs["gradOutput"] * selu_derivative_from_result(inputs["result"])}


def pytorch(inputs, attrs):
    grad, result = inputs["gradOutput"], inputs["result"]
    if not grad.is_floating_point():
        return None
    alpha, scale = 1.6732632423543772, 1.0507009873554805
    return {"gradInput": torch.ops.aten.elu_backward(grad, alpha, scale, 1.0, True, result)}


def exact(inputs, attrs):
    return {"gradInput": inputs["gradOutput"] * exact_selu_derivative_from_result(inputs["result"])}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "scale": lambda inputs, attrs: {
        "gradInput": inputs["gradOutput"].double() * selu_derivative_from_result(inputs[
            "result"].double()) / 1.0507009873554805
    },
    "zero": lambda inputs, attrs: {
        "gradInput": inputs["gradOutput"].double() * torch.where(
            inputs["result"] >= 0, 1.0507009873554805,
            selu_derivative_from_result(inputs["result"].double()))
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


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    alpha, scale = 1.6732632423543772, 1.0507009873554805
    tensors = {"grad": inputs["gradOutput"], "y": inputs["result"], "out": outputs["gradInput"]}
    return tensors, ("torch.ops.aten.elu_backward("
                     f"grad, {alpha}, {scale}, 1.0, True, y, grad_input=out)")


def onednn(attrs):
    # Has no scale: the same work with the slope 1 where the result is positive.
    scale_alpha = 1.7580993408473769

    def computes(operands):
        return operands["gradOutput"] * torch.where(operands["result"] > 0, 1.0,
                                                    operands["result"] + scale_alpha)

    return {"algorithm": "elu_use_dst_for_bwd", "alpha": scale_alpha, "gradient": "gradOutput",
            "source": "result", "result": "gradInput", "computes": computes}


def goals(attrs):
    return {"in_cache": 1.2, "out_of_cache": 1.25}
