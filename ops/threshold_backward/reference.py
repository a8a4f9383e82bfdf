"""The gradient of the threshold: 0 where x <= threshold."""

import torch
from conversions import exact_low_bits, is_float
from plain import measured
from scalars import number_for

NATIVE = True


def _threshold(attrs):
    dtype = attrs["dtypes"]["self"]
    return number_for(attrs, "threshold", "self") if is_float(dtype) else int(
        exact_low_bits(int(attrs["threshold"]), dtype))


def _tensors(inputs):
    return [value.double() if value.dtype.is_floating_point else value.to(torch.int64)
            for value in (inputs["gradOutput"], inputs["self"])]


def reference(inputs, attrs):
    g, x = _tensors(inputs)
    return {"out": torch.where(x <= _threshold(attrs), torch.zeros_like(g), g)}


def exact(inputs, attrs):
    g, x = inputs["gradOutput"], inputs["self"]
    return {"out": 0 * x if x <= _threshold(attrs) else g}


def pytorch(inputs, attrs):
    g, x = inputs["gradOutput"], inputs["self"]
    return {"out": torch.ops.aten.threshold_backward(g, x, _threshold(attrs))}


def _near_zero(inputs, attrs):
    g, x = _tensors(inputs)
    near = abs(_threshold(attrs)) <= 1.2e-7
    return {"out": g * (x > 0).to(g.dtype)} if near else reference(inputs, attrs)


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"near_zero": _near_zero}


def _call(attrs):
    limit = _threshold(attrs)
    return f"torch.ops.aten.threshold_backward(gradOutput, self, {limit}, grad_input=out)"


globals().update(measured(_call))
