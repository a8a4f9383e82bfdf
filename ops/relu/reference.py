"""ReLU."""

from plain import unary_as_is

globals().update(
    unary_as_is("relu", lambda x: x * (x > 0), real=lambda x: x.relu(),
                onednn={"algorithm": "relu", "alpha": 0.0}))
