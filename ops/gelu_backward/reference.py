"""The gradient of GELU: gradInput = gradOutput * gelu'(self)."""

import mpmath
import torch

from conversions import exact_rounded, is_float, promoted
from functions import exact_gelu_derivative, gelu_derivative
from plain import as_promoted


def converted(inputs, attrs, convert):
    """The inputs, of which integers become what both promote to."""
    dtypes = {name: attrs["dtypes"][name] for name in inputs}
    both = promoted(*dtypes.values())
    return {
        name: value if is_float(dtypes[name]) else convert(value, both)
        for name, value in inputs.items()
    }


def reference(inputs, attrs):
    inputs = converted(inputs, attrs, lambda x, dtype: as_promoted(x, dtype).double())
    return {
        "gradInput": inputs["gradOutput"] * gelu_derivative(inputs["self"], attrs["approximate"])
    }


def pytorch(inputs, attrs):
    dtype = torch.promote_types(inputs["gradOutput"].dtype, inputs["self"].dtype)
    grad, x = inputs["gradOutput"].to(dtype).contiguous(), inputs["self"].to(dtype).contiguous()
    return {"gradInput": torch.ops.aten.gelu_backward(grad, x, approximate=attrs["approximate"])}


def exact(inputs, attrs):
    inputs = converted(inputs, attrs, exact_rounded)
    x = inputs["self"]  # an integer that float16 does not have is infinite
    derivative = mpmath.mpf(
        x > 0) if mpmath.isinf(x) else exact_gelu_derivative(x, attrs["approximate"])
    return {"gradInput": inputs["gradOutput"] * derivative}


def doubles(inputs):
    return {name: value.double() for name, value in inputs.items()}


OTHERWISE = {
    "infinities": lambda inputs, attrs: {
        "gradInput": torch.where(inputs["self"].isinf(), torch.nan,
                                 reference(doubles(inputs), attrs)["gradInput"])
    },
    "tanh_only": lambda inputs, attrs: {
        "gradInput": reference(doubles(inputs), {**attrs, "approximate": "none"})["gradInput"]
    },
}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    tensors = {"grad": inputs["gradOutput"], "x": inputs["self"], "out": outputs["gradInput"]}
    return tensors, ('torch.ops.aten.gelu_backward('
                     f'grad, x, approximate="{attrs["approximate"]}", grad_input=out)')


def onednn(attrs):
    algorithm = "gelu_tanh" if attrs["approximate"] == "tanh" else "gelu_erf"
    return {"algorithm": algorithm, "gradient": "gradOutput", "source": "self",
            "result": "gradInput"}


def goals(attrs):
    return {"in_cache": 2.0, "out_of_cache": 2.5,
            "high_precision_ns": 1.3 if attrs["approximate"] == "tanh" else 1.6}
