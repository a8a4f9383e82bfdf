"""Dimensions in another order."""

from plain import moved

globals().update(moved("permute", ["dims"]))
