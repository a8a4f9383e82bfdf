"""Numbers that operators take beside tensors, as the operators see them."""

import numpy


def number_for(attrs, name, *tensors):
    """The attribute `name` as a kernel beside these tensors takes it: a float32 number, but as it
    is if one of them has float64."""
    value = attrs[name]
    return float(value) if "float64" in (attrs["dtypes"][tensor]
                                         for tensor in tensors) else float(numpy.float32(value))
