"""The gradient of GELU: gradInput = gradOutput * gelu'(self)."""

import mpmath
import torch

from conversions import exact_rounded, is_float, promoted
from functions import exact_gelu_derivative, gelu_derivative
from plain import as_promoted, measured


def converted(inputs, attrs, convert):
    """The inputs, of which integers become what both promote to."""
    dtypes = {name: attrs["dtypes"][name] for name in inputs}
    both = promoted(*dtypes.values())
    return {name: value if is_float(dtypes[name]) else convert(value, both)
            for name, value in inputs.items()}


def reference(inputs, attrs):
    inputs = converted(inputs, attrs, lambda x, dtype: as_promoted(x, dtype).double())
    derivative = gelu_derivative(inputs["self"], attrs["approximate"])
    return {"gradInput": inputs["gradOutput"] * derivative}


def pytorch(inputs, attrs):
    dtype = torch.promote_types(inputs["gradOutput"].dtype, inputs["self"].dtype)
    grad, x = inputs["gradOutput"].to(dtype).contiguous(), inputs["self"].to(dtype).contiguous()
    return {"gradInput": torch.ops.aten.gelu_backward(grad, x, approximate=attrs["approximate"])}


def exact(inputs, attrs):
    inputs = converted(inputs, attrs, exact_rounded)
    x = inputs["self"]
    if mpmath.isinf(x):  # an integer that float16 does not have
        return {"gradInput": inputs["gradOutput"] * mpmath.mpf(x > 0)}
    return {"gradInput": inputs["gradOutput"] * exact_gelu_derivative(x, attrs["approximate"])}


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

ALGORITHMS, NANOSECONDS = {"none": "gelu_erf", "tanh": "gelu_tanh"}, {"none": 1.6, "tanh": 1.3}
globals().update(
    measured(
        "torch.ops.aten.gelu_backward("
        'gradOutput, self, approximate="{approximate}", grad_input=gradInput)',
        onednn=lambda attrs: {"algorithm": ALGORITHMS[attrs["approximate"]],
                              "gradient": "gradOutput", "result": "gradInput"},
        in_cache=2.0, out_of_cache=2.5,
        high_precision_ns=lambda attrs: NANOSECONDS[attrs["approximate"]]))
