"""Logic of truth values, and of the bits of integers."""

import operator

import mpmath

from conversions import convert, exact_convert
from plain import binary, by_attribute


def _not(of_truth):
    """not x, or of integers the bits inverted."""

    def inverse(x, dtype):
        return x == 0 if of_truth or dtype == "bool" else ~x

    def reference(inputs, attrs):
        x = inputs["self"]
        return {"out": convert(inverse(x, attrs["dtypes"]["self"]).to(x.dtype), attrs["dtypes"]["out"])}

    def exact(inputs, attrs):
        dtype = attrs["dtypes"]["self"]
        x = inputs["self"]
        return {"out": exact_convert(mpmath.mpf(inverse(x if of_truth else int(x), dtype)), attrs["dtypes"]["out"], False)}

    def peer(inputs, outputs, attrs):
        return {"a": inputs["self"], "out": outputs["out"]}, f"torch.{attrs['operation']}(a, out=out)"

    return {"reference": reference, "exact": exact, "pytorch": lambda inputs, attrs: None, "peer": peer,
            "goals": lambda attrs: {"in_cache": 1.0, "out_of_cache": 1.0}}


def _truth(name, function):
    return binary(name, lambda a, b: function(a != 0, b != 0), result="bool")


globals().update(by_attribute("operation", {
    "logical_and": _truth("logical_and", operator.and_), "logical_or": _truth("logical_or", operator.or_), "logical_not": _not(True),
    "bitwise_and": binary("bitwise_and", operator.and_), "bitwise_or": binary("bitwise_or", operator.or_), "bitwise_not": _not(False)}))
