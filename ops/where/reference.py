"""Selection: self where the condition is not 0, other elsewhere, in the type both promote to."""

import torch

from conversions import promoted
from plain import in_one_type, measured

globals().update(
    in_one_type(lambda attrs: promoted(attrs["dtypes"]["self"], attrs["dtypes"]["other"]),
                lambda attrs, tensor: map(tensor, ("condition", "self", "other")),
                lambda condition, x, y: torch.where(condition != 0, x, y),
                lambda condition, x, y: x if condition != 0 else y)
    | measured("torch.where(condition, self, other, out=out)",
               more=lambda tensors, attrs: {"condition": tensors["condition"].bool()}))
