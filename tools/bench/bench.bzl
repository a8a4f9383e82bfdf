"""Measurements of an operator: Google Benchmark, and a guard that counts instructions."""

load("@rules_cc//cc:defs.bzl", "cc_binary")

def bench_targets(invoke_library, cases):
    """The binaries `bench` and `instructions`, and the test `instructions_test`.

    Args:
      invoke_library: the operator's entry in openaclnn::testing::Invocations() (testing/invoke.h).
      cases: the operator's cases.json.
    """
    package = native.package_name()
    label = native.package_relative_label(cases)

    cc_binary(
        name = "bench",
        testonly = True,
        args = ["--cases=%s/%s" % (label.package, label.name)],
        data = [cases],
        deps = [
            invoke_library,
            "//tools/bench:benchmark_main",
        ],
    )
    cc_binary(
        name = "instructions_counted",
        testonly = True,
        visibility = ["//tools/bench:__pkg__"],
        deps = [
            invoke_library,
            "//tools/bench:instructions_main",
        ],
    )
    counted = {
        "srcs": ["//tools/bench:instructions.py"],
        "args": [package],
        "data": [cases, ":instructions_counted"] + native.glob(["golden/INSTRUCTIONS.json"], allow_empty = True),
        # What is counted are instructions of this processor.
        "target_compatible_with": ["@platforms//cpu:x86_64"],
    }
    native.sh_binary(name = "instructions", testonly = True, **counted)
    native.sh_test(
        name = "instructions_test",
        size = "small",
        # Two seconds; but valgrind runs one thread at a time, and on a loaded machine waits for it.
        timeout = "moderate",
        tags = ["callgrind", "op:" + package.split("/")[-1]],
        **counted
    )
