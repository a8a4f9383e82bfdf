"""Logic of the bits of integers. A bool has one bit."""

import operator

from plain import binary, by_attribute, unary_as_is

globals().update(by_attribute("operation", {
    "and": binary("bitwise_and", operator.and_),
    "or": binary("bitwise_or", operator.or_),
    "not": unary_as_is("bitwise_not", operator.invert, boolean=operator.not_)}))
