"""Logic of truth values."""

import operator

from plain import binary, by_attribute, unary_as_is


def _truth(name, function):
    return binary(name, lambda a, b: function(a != 0, b != 0), result="bool")


globals().update(by_attribute("operation", {
    "and": _truth("logical_and", operator.and_),
    "or": _truth("logical_or", operator.or_),
    "not": unary_as_is("logical_not", lambda x: x == 0, real=lambda x: (x == 0).double())}))
