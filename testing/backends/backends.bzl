"""Random calls of an operator on both backends, which must agree."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("//testing:conformance.bzl", "conformance_test")

def backends_test(name, invoke_library, cases, draws):
    """The binary `name` (bazel run :backends -- --seed=..., or --time=ELEMENTS), and the test `name`_test.

    Args:
      name: name of the binary.
      invoke_library: the operator's entry in openaclnn::testing::Invocations() (testing/invoke.h).
      cases: the operator's cases.json: what calls are like, and the accuracy its spec promises.
      draws: how many calls.
    """
    package = native.package_name()
    label = native.package_relative_label(cases)
    args = ["--cases=%s/%s" % (label.package, label.name), "--draws=%d" % draws]
    cc_binary(
        name = name,
        testonly = True,
        args = args,
        data = [cases],
        deps = [
            invoke_library,
            "//testing/backends:backends_main",
        ],
    )
    conformance_test(
        name = name + "_test",
        size = "small",
        args = args,
        binary = ":" + name,
        tags = ["op:" + package.split("/")[-1], "backend:aicore"],
    )
