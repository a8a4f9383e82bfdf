"""Signs."""

from plain import unary_as_is

globals().update(
    unary_as_is("sign", lambda x: (x > 0) - (x < 0), real=lambda x: (x > 0).double() -
                (x < 0).double(), out="result"))
