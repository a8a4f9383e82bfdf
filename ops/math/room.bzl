"""What a room of ops/math, the directory of one mathematical function, is made of."""

load("@rules_cc//cc:defs.bzl", "cc_library")
load("//tools/build:copts.bzl", "OPENACLNN_COPTS")

def math_room():
    """The targets of a room.

    Makes :oracle from oracle.cc, which registers the function's formulas with //testing/oracle.
    """
    cc_library(
        name = "oracle",
        testonly = True,
        srcs = ["oracle.cc"],
        copts = OPENACLNN_COPTS,
        visibility = ["//ops/math:__pkg__"],
        deps = [
            "//testing/oracle",
            "@com_google_absl//absl/types:span",
        ],
        alwayslink = True,
    )
