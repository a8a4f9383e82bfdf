"""Magnitudes."""

from plain import unary_as_is

globals().update(unary_as_is("abs", abs, refused=("bool",)))
