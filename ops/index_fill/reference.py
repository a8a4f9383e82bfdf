"""Elements at indices of a dimension replaced by a number."""

import torch

from plain import measured, number_bits, rearranged
from scalars import as_float32


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
    rearranged(filled(lambda value: value), rounded=filled(as_float32))
    | measured("out.copy_(self).index_fill_({dim}, places, {value})",
               more=lambda tensors, attrs: {"places": torch.tensor(attrs["index"])}))
OTHERWISE = {"value": lambda results, attrs: {"out": results["rounded"]}}
