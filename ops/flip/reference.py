"""Reversed order of elements."""

from plain import moved

globals().update(moved("flip", ["dims"]))
