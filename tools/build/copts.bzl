"""Compiler options of our own code; other people's code is compiled with warnings off (.bazelrc)."""

_WARNINGS = [
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wshadow",
    "-Wno-unused-parameter",
]

# In a workspace that depends on this one our .bazelrc is not read: what results depend on must be said here, and the warnings of a compiler
# that we have never seen are no reason to stop.
_IN_OTHER_WORKSPACE = Label("//:BUILD").workspace_name != ""

OPENACLNN_COPTS = ["-ffp-contract=off"] if _IN_OTHER_WORKSPACE else _WARNINGS

# Kernels are also compiled for the targets this machine's compiler takes for granted and for plain scalar code, so that every one of them
# can be tested. Targets that add nothing for our kernels are left out to keep the build short.
# --config=quick compiles one target only.
OPENACLNN_SIMD_COPTS = OPENACLNN_COPTS + select({
    str(Label("//tools/build:quick")): [
        "-DHWY_COMPILE_ONLY_STATIC",
        "-march=haswell",
        "-maes",  # which Highway wants of AVX2
    ],
    "//conditions:default": [
        "-DHWY_COMPILE_ALL_ATTAINABLE",
        "-DHWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_AVX3_DL|HWY_AVX3_ZEN4|HWY_AVX3_SPR)",
    ],
})
