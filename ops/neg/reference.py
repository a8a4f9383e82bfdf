"""-self."""

from plain import unary_as_is

globals().update(unary_as_is("neg", lambda x: -x))
