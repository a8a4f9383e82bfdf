"""What a room of ops/math, the directory of one mathematical function, is made of."""

load("//testing/sweep:sweep.bzl", "sweep_tests")
load("//tools/build:cc.bzl", "cc_library")

def math_room(name, sweeps, deps = []):
    """The targets of a room.

    Makes the library `name` for kernels of the CPU (every header here but device.h); :device
    (device.h, for device kernels); :oracle (oracle.cc, the formulas for //testing/oracle); :forms
    (forms.cc, the vector forms for //testing/vector_forms); :python (truth.py and generators.py if
    they are there, for //tools/golden); and manual tests of all 2^32 float32 inputs, NAME_sweep and
    NAME_float_sweep.

    Args:
      name: name of the room.
      sweeps: the functions of forms.cc, by the oracle's names.
      deps: the rooms of the functions that this one is made of.
    """
    cc_library(
        name = name,
        textual_hdrs = native.glob(["*.h"], exclude = ["device.h"]),
        visibility = ["//ops:__subpackages__"],
        deps = [
            "//ops/math:shared",
            "@highway//:hwy",
        ] + deps,
    )

    # Apart, so that kernels of the CPU are not compiled again when the simulator changes.
    cc_library(
        name = "device",
        textual_hdrs = native.glob(["device.h"], allow_empty = True),
        visibility = ["//ops:__subpackages__"],
        deps = [
            ":" + name,
            "//ops/device",
            "//runtime/aicore",
        ],
    )
    cc_library(
        name = "oracle",
        testonly = True,
        srcs = ["oracle.cc"],
        visibility = ["//ops/math:__pkg__"],
        deps = [
            "//testing/oracle",
            "@com_google_absl//absl/types:span",
        ],
        alwayslink = True,
    )
    cc_library(
        name = "forms",
        testonly = True,
        srcs = ["forms.cc"],
        simd = True,
        visibility = ["//ops/math:__pkg__"],
        deps = [
            ":" + name,
            ":oracle",
            "//testing/vector_forms",
            "@highway//:hwy",
        ],
        alwayslink = True,
    )
    native.filegroup(
        name = "python",
        srcs = native.glob(["truth.py", "generators.py"], allow_empty = True),
        visibility = ["//ops/math:__pkg__"],
    )
    sweep_tests(functions = sweeps, forms = ":forms")
