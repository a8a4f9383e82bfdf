"""A tensor cut into pieces along a dimension."""

from plain import cut

globals().update(cut("splitSize"))
