"""Conversion to another type."""

from plain import copied

globals().update(copied("self", "out"))
