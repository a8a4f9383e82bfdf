"""All operators, sorted."""

OPS = [
    "add",
    "cast",
    "exp",
    "geglu",
    "geglu_backward",
    "gelu",
    "gelu_backward",
    "hardswish",
    "hardswish_backward",
    "leaky_relu",
    "leaky_relu_backward",
    "log",
    "maximum",
    "mul",
    "selu",
    "selu_backward",
    "silu",
    "silu_backward",
    "sqrt",
    "sub",
    "where",
]

# Their entries in openaclnn::testing::Invocations() (testing/invoke.h).
INVOKE = ["//ops/%s:invoke" % op for op in OPS]
