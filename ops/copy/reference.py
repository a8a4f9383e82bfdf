"""What is copied, repeated to the shape of the result and converted to its type."""

import torch

from conversions import convert, exact_convert, is_float

NATIVE = True  # every type as it is


def operands(tensors, attrs):
    return {"src": tensors["src"].expand(attrs["shapes"]["selfRef"])}


def reference(operands, attrs):
    return {"selfRef": convert(operands["src"], attrs["dtypes"]["selfRef"])}


def exact(operands, attrs):
    return {
        "selfRef": exact_convert(operands["src"], attrs["dtypes"]["selfRef"],
                                 is_float(attrs["dtypes"]["src"]))
    }


def pytorch(inputs, attrs):
    if is_float(attrs["dtypes"]["src"]) and not is_float(attrs["dtypes"]["selfRef"]):
        return None  # undefined where the number does not fit
    return {
        "selfRef": torch.empty(attrs["shapes"]["selfRef"],
                               dtype=getattr(torch,
                                             attrs["dtypes"]["selfRef"])).copy_(inputs["src"])
    }


# What the sources that are not followed would give (deviations of spec.yaml).
OTHERWISE = {
    "one_rounding": lambda operands, attrs: {"selfRef": operands["src"].to(torch.float32).double()}
}


# What speed is compared with, and the goals: docs/performance.md says what these functions give.
def peer(inputs, outputs, attrs):
    return {"x": inputs["src"], "out": outputs["selfRef"]}, "out.copy_(x)"


def goals(attrs):
    return {"in_cache": 1.0, "out_of_cache": 1.0}
