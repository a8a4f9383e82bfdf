"""Compiler options of our own code; other people's code is compiled with warnings off
(.bazelrc)."""

_WARNINGS = [
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wshadow",
    "-Wno-unused-parameter",
]

# In a workspace that depends on this one our .bazelrc is not read: what results depend on must be
# said here, and the warnings of a compiler that we have never seen are no reason to stop.
IN_OTHER_WORKSPACE = Label("//:BUILD").repo_name != ""

OPENACLNN_COPTS = ["-ffp-contract=off"] if IN_OTHER_WORKSPACE else _WARNINGS

# What messages of the simulator need to name a place in a kernel: lines, and calls that return to
# where they were made.
PLACE_COPTS = [
    "-g1",
    "-fno-optimize-sibling-calls",
]
ASCENDC_COPTS = OPENACLNN_COPTS + PLACE_COPTS

# Kernels are also compiled for the targets this machine's compiler takes for granted, so that each
# of them can be tested. Targets that add nothing for our kernels are left out to keep the build
# short.
_FEW_TARGETS = "HWY_SSSE3|HWY_AVX3_DL|HWY_AVX3_ZEN4|HWY_AVX3_SPR"

# And plain scalar code, which x86 never needs and which takes most of the compiler's time.
OPENACLNN_EVERY_SIMD_COPTS = OPENACLNN_COPTS + [
    "-DHWY_COMPILE_ALL_ATTAINABLE",
    "-DHWY_DISABLED_TARGETS=(%s)" % _FEW_TARGETS,
]

# --config=quick compiles one x86 target only, --config=every_target plain scalar code as well. For
# aarch64 the latter adds SVE of 128 and 256 bits, whose speed no machine has measured yet.
OPENACLNN_SIMD_COPTS = select({
    str(Label("//tools/build:quick")): OPENACLNN_COPTS + [
        "-DHWY_COMPILE_ONLY_STATIC",
        "-march=haswell",
        "-maes",  # which Highway wants of AVX2
    ],
    str(Label("//tools/build:every_target")): OPENACLNN_EVERY_SIMD_COPTS,
    str(Label("//tools/build:every_target_aarch64")): OPENACLNN_COPTS + [
        "-DHWY_COMPILE_ALL_ATTAINABLE",
        "-DHWY_DISABLED_TARGETS=(HWY_NEON|HWY_NEON_BF16|HWY_SVE|HWY_SVE2)",
    ],
    # NEON, which every such processor has.
    "@platforms//cpu:aarch64": OPENACLNN_COPTS + ["-DHWY_COMPILE_ONLY_STATIC"],
    # Vectors (RVV 1.0), which processors for Linux programs have had since RVA23.
    "@platforms//cpu:riscv64": OPENACLNN_COPTS + [
        "-DHWY_COMPILE_ONLY_STATIC",
        "-march=rv64gcv",
        "-Wno-maybe-uninitialized",  # the compiler does not know how many lanes a loop fills
    ],
    "//conditions:default": OPENACLNN_COPTS + [
        "-DHWY_COMPILE_ALL_ATTAINABLE",
        "-DHWY_DISABLED_TARGETS=(%s|HWY_ARCH_X86*HWY_EMU128)" % _FEW_TARGETS,
    ],
})
