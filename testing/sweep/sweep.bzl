"""Manual tests of the vector forms of ops/math at every float32 input."""

load("//testing:conformance.bzl", "conformance_test")
load("//tools/build:cc.bzl", "cc_binary")

def sweep_tests(functions, forms):
    """For each function NAME_sweep (double against the oracle, 5 to 15 minutes of one core) and
    NAME_float_sweep (float against double, one), and NAME_float64_sweep (float64 inputs against the
    oracle).

      tools/bazel test //ops/math/...:NAME_sweep

    Args:
      functions: names of vector forms (testing/vector_forms/vector_forms.h), which have the bounds.
      forms: the library that registers them.
    """
    cc_binary(
        name = "sweep",
        testonly = True,
        deps = [forms, "//testing/sweep:sweep_main"],
    )
    for function in functions:
        for arithmetic, suffix, shards in [
            ("double", "_sweep", 16),
            ("float", "_float_sweep", 4),
            ("float64", "_float64_sweep", 4),
        ]:
            conformance_test(
                name = function + suffix,
                timeout = "eternal",
                args = ["--function=" + function, "--arithmetic=" + arithmetic],
                binary = ":sweep",
                shard_count = shards,
                tags = ["manual"],
            )
