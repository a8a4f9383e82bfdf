"""What is copied, repeated to the shape of the result and converted to its type."""

from plain import copied

globals().update(copied("src", "selfRef"))
