"""Logarithms."""

import mpmath
from plain import by_attribute, unary


def _log(base):
    def exact(x):
        return mpmath.log(x, base) if x > 0 else -mpmath.inf if x == 0 else mpmath.nan

    return exact


def _log1p(x):
    return mpmath.log1p(x) if x > -1 else -mpmath.inf if x == -1 else mpmath.nan


globals().update(by_attribute("form", {
    "log": unary("log", _log(mpmath.e), onednn={"algorithm": "log"}),
    "log2": unary("log2", _log(2)),
    "log10": unary("log10", _log(10)),
    "log1p": unary("log1p", _log1p),
}))
