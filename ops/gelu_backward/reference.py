"""The gradient of GELU: gradInput = gradOutput * gelu'(self)."""

import mpmath
import torch

from conversions import exact_rounded, is_float, promoted, rounded
from functions import exact_gelu_derivative, gelu_derivative
from plain import formula, measured

_INPUTS = ["gradOutput", "self"]


def _numbers(attrs):
    """The form, and what the inputs are rounded to: if integers, to what both promote to."""
    dtypes = [attrs["dtypes"][name] for name in _INPUTS]
    return [attrs["approximate"],
            *["float64" if is_float(dtype) else promoted(*dtypes) for dtype in dtypes]]


def _real(g, x, form, g_dtype, x_dtype):
    return rounded(g, g_dtype) * gelu_derivative(rounded(x, x_dtype), form)


def _exact(g, x, form, *dtypes):
    g, x = map(exact_rounded, (g, x), dtypes)
    # An integer that float16 does not have is infinite.
    return g * (mpmath.mpf(x > 0) if mpmath.isinf(x) else exact_gelu_derivative(x, form))


ALGORITHMS, NANOSECONDS = {"none": "gelu_erf", "tanh": "gelu_tanh"}, {"none": 1.6, "tanh": 1.3}
globals().update(
    formula(
        _real, _exact,
        lambda g, x, form, *_: torch.ops.aten.gelu_backward(
            g.contiguous(), x.contiguous(), approximate=form),
        _INPUTS, "gradInput", _numbers,
        otherwise={
            "infinities": lambda g, x, *numbers: torch.where(x.isinf(), torch.nan,
                                                             _real(g, x, *numbers)),
            "tanh_only": lambda g, x, _, *dtypes: _real(g, x, "none", *dtypes),
        })
    | measured(
        "torch.ops.aten.gelu_backward("
        'gradOutput, self, approximate="{approximate}", grad_input=gradInput)',
        onednn=lambda attrs: {"algorithm": ALGORITHMS[attrs["approximate"]],
                              "gradient": "gradOutput", "result": "gradInput"},
        in_cache=2.0, out_of_cache=2.5,
        high_precision_ns=lambda attrs: NANOSECONDS[attrs["approximate"]]))
