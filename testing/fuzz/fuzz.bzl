"""Fuzz targets: functions that get any bytes and must survive them."""

load("//tools/build:cc.bzl", "cc_binary", "cc_library", "cc_test")

def fuzz_target(name, deps, data = [], size = "small"):
    """The source <name>_fuzz.cc, with a corpus in corpus/<name>.

    Makes <name>_test, which runs the corpus, and <name>_fuzz, the target with libFuzzer, which only
    --config=fuzz can build (testing/fuzz/run).
    """
    cc_library(
        name = name,
        optimized = True,
        testonly = True,
        srcs = [name + "_fuzz.cc"],
        deps = deps + [":fuzz"],
        alwayslink = True,
    )
    corpus = native.glob(["corpus/%s/*" % name])
    cc_test(
        name = name + "_test",
        size = size,
        args = ["$(rootpath %s)" % file for file in corpus],
        data = data + corpus,
        deps = [
            ":replay",
            name,
        ],
    )
    cc_binary(
        name = name + "_fuzz",
        testonly = True,
        data = data,
        linkopts = ["-fsanitize=fuzzer"],
        tags = ["manual"],
        target_compatible_with = select({
            "//tools/build:fuzz": [],
            "//conditions:default": ["@platforms//:incompatible"],
        }),
        deps = [name],
    )
