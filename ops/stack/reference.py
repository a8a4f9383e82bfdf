"""Tensors joined along a new dimension."""

from plain import joined

globals().update(joined("stack"))
