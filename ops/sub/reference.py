"""Differences: self - alpha * other, or other - alpha * self, in the type that both promote to."""

from plain import binary, by_attribute

globals().update(
    by_attribute(
        "order", {
            "difference": binary("sub", lambda a, b, alpha: a - alpha * b,
                                 boolean=lambda a, b, alpha: a ^
                                 (b * alpha), numbers=["alpha"], refused=["bool"]),
            "reversed": binary("rsub", lambda a, b, alpha: b - alpha * a, numbers=["alpha"],
                               refused=["bool"]),
        }))
