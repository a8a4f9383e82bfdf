"""Elements at indices of a dimension replaced by a number."""

import torch
from plain import measured, number_bits, rearranged


def filled(number):
    """With the number that `number(value)` makes of the attribute."""

    def fill(bits, attrs, dtype):
        value, kind = number_bits(number(attrs["value"]), attrs["dtypes"]["self"])
        x = bits["self"].clone()
        if attrs["index"]:
            rows = x.reshape(x.shape or [1]).movedim(attrs["dim"], 0)
            rows[torch.tensor(attrs["index"])] = value if dtype == kind else 0
        return x

    return fill


globals().update(
    rearranged(filled(lambda value: value))
    | measured("out.copy_(self).index_fill_({dim}, places, {value})",
               more=lambda tensors, attrs: {"places": torch.tensor(attrs["index"])}))
_OPERANDS = globals()["operands"]
_ROUNDED = rearranged(
    filled(lambda value: torch.tensor(value, dtype=torch.float32).item()))["operands"]


def operands(tensors, attrs):
    return _OPERANDS(tensors, attrs) | {"rounded": _ROUNDED(tensors, attrs)["self"]}


OTHERWISE = {"value": lambda results, attrs: {"out": results["rounded"]}}
