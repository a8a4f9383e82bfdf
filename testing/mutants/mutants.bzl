"""Mutation test of an operator's conformance cases."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("//testing:conformance.bzl", "conformance_test")

def mutants_test(name, invoke_library, cases, golden):
    """Wrong kernels must each be noticed by some case (testing/mutants/mutants.h): the binary `name`, and the tests `name`_test and, for the
    AI Core backend, `name`_aicore_test.

    Args:
      name: name of the binary, which can be run for one mutant.
      invoke_library: the operator's entry in openaclnn::testing::Invocations() (testing/invoke.h).
      cases: the operator's cases.json.
      golden: the operator's golden files, glob(["golden/*"]).
    """
    package = native.package_name()
    op = package.split("/")[-1]
    label = native.package_relative_label(cases)
    args = [
        "--cases=%s/%s" % (label.package, label.name),
        "--golden=%s/golden/%s.safetensors" % (package, op),
        "--binary=//%s:conformance" % package,
    ]
    cc_binary(
        name = name,
        testonly = True,
        args = args,
        data = [cases] + golden,
        deps = [
            invoke_library,
            "//testing/mutants:mutants_main",
        ],
    )
    for backend, suffix in [("cpu", "_test"), ("aicore", "_aicore_test")]:
        conformance_test(
            name = name + suffix,
            timeout = "long",
            args = args + ["--backend=" + backend],
            binary = ":" + name,
            tags = ["op:" + op, "backend:" + backend, "mutants"],
        )
