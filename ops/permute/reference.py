"""Dimensions in another order."""

from plain import moved

globals().update(moved(lambda attrs: f"torch.permute(self, {attrs['dims']})"))
