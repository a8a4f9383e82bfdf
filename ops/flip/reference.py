"""Reversed order of elements."""

from plain import moved

globals().update(moved(lambda attrs: f"torch.flip(self, {attrs['dims']})"))
