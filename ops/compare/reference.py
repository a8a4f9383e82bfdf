"""Comparisons, in the type that both operands promote to."""

import operator

from plain import binary, by_attribute

RELATIONS = ["eq", "ne", "gt", "ge", "lt", "le"]


def _relation(name, **numbers):
    return binary(name, getattr(operator, name), result="bool", **numbers)


UNROUNDED = by_attribute("relation", {name: _relation(name) for name in RELATIONS})
globals().update(
    by_attribute("relation",
                 {name: _relation(name, numbers_as_tensors=True) for name in RELATIONS}))
OTHERWISE = {"number": UNROUNDED["reference"]}
