"""Sweeps over all 16-bit inputs of an operator, against the oracle."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("//testing:conformance.bzl", "conformance_test")

def exhaustive_tests(name, invoke_library, cases, sweeps):
    """The binary `name`, and a test `name`_KEY for each sweep.

    Args:
      name: name of the binary, and beginning of the names of the tests.
      invoke_library: defines openaclnn::testing::Invocations() (testing/invoke.h).
      cases: the operator's cases.json, for the accuracy its spec promises.
      sweeps: KEY -> [function, oracle, parameter ...]: the C function, the function of testing/oracle (FunctionName) it must agree with, and
        what it is called with, in order: "gradient", "x", "output", "string:TEXT", "int:NUMBER", "bool:0", "bool:1". For example
        {"none": ["aclnnGeluBackwardV2", "GeluErfDerivative", "gradient", "x", "string:none", "output"]}
    """
    op = native.package_name().split("/")[-1]
    label = native.package_relative_label(cases)
    cc_binary(
        name = name,
        testonly = True,
        data = [cases],
        deps = [
            invoke_library,
            "//testing/exhaustive:exhaustive_main",
        ],
    )
    for key, sweep in sweeps.items():
        conformance_test(
            name = name + "_" + key,
            size = "small",
            args = [
                "--cases=%s/%s" % (label.package, label.name),
                "--function=" + sweep[0],
                "--oracle=" + sweep[1],
                "--args=" + ",".join(sweep[2:]),
            ],
            binary = ":" + name,
            tags = ["op:" + op, "backend:cpu", "exhaustive"],
        )
