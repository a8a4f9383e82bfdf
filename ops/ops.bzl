"""All operators, sorted."""

OPS = [
    "abs",
    "add",
    "cast",
    "compare",
    "div",
    "erf",
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
    "logical",
    "maximum",
    "mul",
    "neg",
    "selu",
    "selu_backward",
    "sigmoid",
    "sigmoid_backward",
    "silu",
    "silu_backward",
    "sqrt",
    "sub",
    "tanh",
    "tanh_backward",
    "where",
]

# Their entries in openaclnn::testing::Invocations() (testing/invoke.h).
INVOKE = ["//ops/%s:invoke" % op for op in OPS]
