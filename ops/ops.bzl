"""All operators, sorted."""

OPS = [
    "geglu",
    "geglu_backward",
    "gelu",
    "gelu_backward",
    "hardswish",
    "hardswish_backward",
    "selu",
    "selu_backward",
]
