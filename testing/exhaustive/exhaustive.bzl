"""Sweeps over the inputs of an operator, against the oracle: its measured accuracy."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("//testing:conformance.bzl", "conformance_test")

def accuracy_tests(name, invoke_library, cases, sweeps):
    """The binary `name` (bazel run :accuracy -- --update writes golden/ACCURACY.json), and the tests
    `name`_test and, for the AI Core backend, `name`_aicore_test; by hand, `name`_all_float32_test and `name`_aicore_all_float32_test.

    Args:
      name: name of the binary.
      invoke_library: the operator's entry in openaclnn::testing::Invocations() (testing/invoke.h).
      cases: the operator's cases.json, for the accuracy its spec promises.
      sweeps: KEY -> "FUNCTION:ORACLE:PARAMETER:PARAMETER...": the C function, the function of testing/oracle (FunctionName) it must agree
        with, and what it is called with, in order: "string=TEXT", "int=NUMBER", "bool=0", "bool=1", or a tensor, made of parts joined by "|"
        along dimension 0: inputs are "gradient", "x" and "one" (all 1), outputs "output" (must be gradient * oracle(x)), "unit" (oracle(x)) and
        "ignored". For example {"none": "aclnnGeluBackwardV2:GeluErfDerivative:gradient:x:string=none:output"}. The key names the row on the
        operator's page.
    """
    package = native.package_name()
    op = package.split("/")[-1]
    label = native.package_relative_label(cases)
    args = [
        "--cases=%s/%s" % (label.package, label.name),
        "--expected=%s/golden/ACCURACY.json" % package,
        "'--sweeps=%s'" % ",".join(["%s:%s" % item for item in sweeps.items()]),
    ]
    cc_binary(
        name = name,
        testonly = True,
        args = args,
        data = [cases] + native.glob(["golden/ACCURACY.json"], allow_empty = True),
        deps = [
            invoke_library,
            "//testing/exhaustive:exhaustive_main",
        ],
    )
    for backend, suffix in [("cpu", "_test"), ("aicore", "_aicore_test")]:
        conformance_test(
            name = name + suffix,
            size = "medium",
            args = args + ["--backend=" + backend],
            binary = ":" + name,
            tags = ["op:" + op, "backend:" + backend, "exhaustive"],
        )

        # Every float32 input: an hour or more of one core, so only on request.
        conformance_test(
            name = name + suffix.replace("_test", "_all_float32_test"),
            timeout = "eternal",
            args = args + ["--backend=" + backend, "--all_float32"],
            binary = ":" + name,
            shard_count = 16,
            tags = ["manual"],
        )
