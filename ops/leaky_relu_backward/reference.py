"""The gradient of leaky ReLU: g where x > 0, slope g elsewhere."""

import mpmath
import torch

from scalars import number_for


def _slope(attrs):
    return number_for(attrs, "negativeSlope", "gradOutput", "self")


def _select(inputs, slope):
    g, x = inputs["gradOutput"].double(), inputs["self"].double()
    return {"out": torch.where(x > 0, g, slope * g)}


def reference(inputs, attrs):
    return _select(inputs, _slope(attrs))


def pytorch(inputs, attrs):
    dtype = torch.promote_types(inputs["gradOutput"].dtype, inputs["self"].dtype)
    g, x = inputs["gradOutput"].to(dtype), inputs["self"].to(dtype)
    return {
        "out": torch.ops.aten.leaky_relu_backward(g, x, attrs["negativeSlope"],
                                                  attrs["selfIsResult"])
    }


def exact(inputs, attrs):
    g, x = inputs["gradOutput"], inputs["self"]
    return {"out": g if x > 0 else mpmath.mpf(_slope(attrs)) * g}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "slope_of_float64": lambda inputs, attrs: _select(
        inputs,
        torch.tensor(attrs["negativeSlope"], dtype=torch.float32).double())
}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"g": inputs["gradOutput"], "x": inputs["self"], "out": outputs["out"]}
    return tensors, ('torch.ops.aten.leaky_relu_backward('
                     f'g, x, {attrs["negativeSlope"]}, False, grad_input=out)')


def onednn(attrs):
    return {"algorithm": "relu", "alpha": attrs["negativeSlope"], "gradient": "gradOutput",
            "source": "self", "result": "out"}


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
