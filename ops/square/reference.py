"""Squares."""

from plain import unary_as_is

globals().update(unary_as_is("square", lambda x: x * x, onednn={"algorithm": "square"}))
