"""Logic of truth values."""

import operator

import mpmath
import torch
from conversions import convert
from plain import binary, by_attribute, measured


def _truth(name, function):
    return binary(name, lambda a, b: function(a != 0, b != 0), result="bool")


NOT = {
    "reference": lambda inputs, attrs: {
        "out": convert((inputs["self"] == 0).long(), attrs["dtypes"]["out"])
    },
    "exact": lambda inputs, attrs: {"out": mpmath.mpf(inputs["self"] == 0)},
    "pytorch": lambda inputs, attrs: {"out": torch.logical_not(inputs["self"])},
    **measured("torch.logical_not(self, out=out)"),
}
globals().update(by_attribute("operation", {
    "and": _truth("logical_and", operator.and_),
    "or": _truth("logical_or", operator.or_),
    "not": NOT}))
