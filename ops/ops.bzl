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

# Their entries in openaclnn::testing::Invocations() (testing/invoke.h).
INVOKE = ["//ops/%s:invoke" % op for op in OPS]
