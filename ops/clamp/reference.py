"""Numbers kept between bounds, in the type that the number and the bounds promote to."""

import torch

from conversions import promoted, promoted_with_scalar
from plain import in_one_type, measured
from scalars import number_in


def _computed(attrs):
    """The type that self and the bounds, numbers or tensors, promote to."""
    dtypes = attrs["dtypes"]
    dtype = dtypes["self"]
    for name in ("min", "max"):
        if attrs.get(name) is not None:
            dtype = promoted_with_scalar(dtype, attrs[name + "_dtype"])
        if name + "Tensor" in dtypes:
            dtype = promoted(dtype, dtypes[name + "Tensor"])
    return dtype


def _bounds(attrs, tensor):
    """Both bounds: tensor(name), a number in the type that is computed in, or None."""

    def bound(name):
        if name + "Tensor" in attrs["dtypes"]:
            return tensor(name + "Tensor")
        number = attrs.get(name)
        return None if number is None else number_in(number, _computed(attrs), as_tensor=True)

    return [bound("min"), bound("max")]


def _exact(x, least, greatest):
    if least != least or greatest != greatest:
        return None
    x = x if least is None else max(x, least)
    return x if greatest is None else min(x, greatest)


def _named_bounds(tensors, attrs):
    return dict(zip(("least", "greatest"), _bounds(attrs, tensors.get)))


globals().update(
    in_one_type(_computed, lambda attrs, tensor: [tensor("self"), *_bounds(attrs, tensor)],
                torch.clamp, _exact)
    | measured("torch.clamp(self, least, greatest, out=out)", more=_named_bounds))
SHARES_WINDOWS = True
