"""ELU."""

import torch

from functions import elu, exact_elu
from plain import measured
from scalars import number_for


def _numbers(attrs):
    return [number_for(attrs, name, "self") for name in ("alpha", "scale", "inputScale")]


def reference(inputs, attrs):
    return {"out": elu(inputs["self"].double(), *_numbers(attrs))}


def exact(inputs, attrs):
    return {"out": exact_elu(inputs["self"], *_numbers(attrs))}


def pytorch(inputs, attrs):
    return {"out": torch.ops.aten.elu(inputs["self"], *_numbers(attrs))}


def _in_float32(inputs, attrs):
    numbers = [torch.tensor(attrs[name], dtype=torch.float32).item()
               for name in ("alpha", "scale", "inputScale")]
    return {"out": elu(inputs["self"].double(), *numbers)}


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {"numbers_of_float64": _in_float32}


def _onednn(attrs):
    alpha, *factors = _numbers(attrs)
    return {"algorithm": "elu", "alpha": alpha} if factors == [1, 1] else None


globals().update(
    measured(lambda attrs: "torch.ops.aten.elu(self, {}, {}, {}, out=out)".format(*_numbers(attrs)),
             onednn=_onednn, in_cache=1.2))
