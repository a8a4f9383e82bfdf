"""Tensors joined along a dimension."""

from plain import joined

globals().update(joined("cat"))
