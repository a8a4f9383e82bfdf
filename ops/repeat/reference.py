"""A tensor repeated along its dimensions."""

from plain import moved

globals().update(moved(lambda attrs: f"self.repeat({attrs['repeats']})"))
