"""Each element of a tensor several times in a row."""

from plain import moved

globals().update(
    moved(lambda attrs: f"self.repeat_interleave({attrs['repeats']}, {attrs.get('dim')})"))
