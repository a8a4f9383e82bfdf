"""Logic of the bits of integers. A bool has one bit."""

import operator

import mpmath
from conversions import exact_low_bits
from plain import binary, by_attribute, measured


def _exact_inverse(x, dtype):
    return 1 - x if dtype == "bool" else exact_low_bits(~x, dtype)


INVERSE = {
    # In the type of the input.
    "reference": lambda inputs, attrs: {"out": (~inputs["self"]).long()},
    "exact": lambda inputs, attrs: {
        "out": mpmath.mpf(_exact_inverse(int(inputs["self"]), attrs["dtypes"]["self"]))
    },
    "pytorch": lambda inputs, attrs: {"out": ~inputs["self"]},
    **measured("torch.bitwise_not(self, out=out)"),
}
globals().update(by_attribute("operation", {
    "and": binary("bitwise_and", operator.and_),
    "or": binary("bitwise_or", operator.or_),
    "not": INVERSE}))
