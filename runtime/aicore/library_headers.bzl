"""Headers by which kernels ask for functions of Ascend C's library."""

# Folder: functions. All are declared by kernel_operator.h.
_FUNCTIONS = {
    "activation": ["sigmoid", "silu", "swish"],
    "math": [
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atanh",
        "ceil",
        "clamp",
        "cos",
        "cosh",
        "erf",
        "erfc",
        "floor",
        "log",
        "power",
        "round",
        "sign",
        "sin",
        "sinh",
        "tan",
        "tanh",
        "trunc",
    ],
    "pad": ["broadcast"],
}

def library_headers(name, all_headers):
    """Headers `adv_api/math/tanh.h`, `lib/math/tanh.h` and so on, below `include`.

    Args:
        name: of the rule; its outputs are the headers.
        all_headers: a file outside `include`, which includes every one.
    """
    headers = [
        "%s/%s/%s.h" % (root, folder, function)
        for root in ["adv_api", "lib"]
        for folder, functions in _FUNCTIONS.items()
        for function in functions
    ]
    native.genrule(
        name = name,
        outs = ["include/" + header for header in headers],
        cmd = """
            for header in $(OUTS); do
              printf '#pragma once\\n#include "kernel_operator.h"\\n' >"$$header"
            done
        """,
    )
    native.genrule(
        name = name + "_all",
        outs = [all_headers],
        cmd = "printf '#include \"%%s\"\\n' %s >$@" % " ".join(headers),
    )
