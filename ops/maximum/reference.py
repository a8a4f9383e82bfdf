"""The greater or smaller of two elements, in the type both promote to."""

from conversions import convert
from plain import binary, by_attribute, of
import torch

GREATER = of(torch.maximum, lambda a, b: a if a != a or a > b else b)
SMALLER = of(torch.minimum, lambda a, b: a if a != a or a < b else b)


def _after_conversion(inputs, attrs):
    """As Ascend 950 computes equal types: in the type of out, if it is narrower."""
    formula, out = GREATER if attrs["extreme"] == "maximum" else SMALLER, attrs["dtypes"]["out"]
    return {"out": formula(convert(inputs["self"], out), convert(inputs["other"], out))}


OTHERWISE = {"computed_type": _after_conversion}
globals().update(
    by_attribute("extreme", {"maximum": binary("maximum", GREATER),
                             "minimum": binary("minimum", SMALLER)}))
SHARES_WINDOWS = True
