"""Sums: self + alpha * other in the type that both promote to."""

from plain import binary

globals().update(
    binary("add", lambda a, b, alpha: a + alpha * b, boolean=lambda a, b, alpha: a | (b * alpha),
           numbers=["alpha"]))
