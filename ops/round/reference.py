"""Rounding to integers; integers stay as they are."""

import mpmath
import torch

from plain import by_attribute, unary_as_is


def _of(name, exact):
    return unary_as_is(name, lambda x: x if isinstance(x, int) else exact(x),
                       real=getattr(torch, name))


globals().update(by_attribute("direction", {
    "floor": _of("floor", mpmath.floor),
    "ceil": _of("ceil", mpmath.ceil),
    "round": _of("round", mpmath.nint),
    "trunc": _of("trunc", lambda x: mpmath.floor(x) if x > 0 else mpmath.ceil(x)),
}))
