"""Logic of the bits of integers. A bool has one bit."""

import operator

import mpmath
from conversions import exact_low_bits
from plain import binary, by_attribute


def _exact_inverse(x, dtype):
    return 1 - x if dtype == "bool" else exact_low_bits(~x, dtype)


INVERSE = {
    # In the type of the input.
    "reference": lambda inputs, attrs: {"out": (~inputs["self"]).long()},
    "exact": lambda inputs, attrs: {
        "out": mpmath.mpf(_exact_inverse(int(inputs["self"]), attrs["dtypes"]["self"]))
    },
    "pytorch": lambda inputs, attrs: {"out": ~inputs["self"]},
    "peer": lambda inputs, outputs, attrs: (
        {"a": inputs["self"], "out": outputs["out"]}, "torch.bitwise_not(a, out=out)"),
    "goals": lambda attrs: {"in_cache": 1.0, "out_of_cache": 1.0},
}
globals().update(by_attribute("operation", {
    "and": binary("bitwise_and", operator.and_),
    "or": binary("bitwise_or", operator.or_),
    "not": INVERSE}))
