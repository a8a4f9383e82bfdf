"""Random calls of an operator on both backends, which must agree."""

load("//testing:program.bzl", "operator_program")

def backends_test(name, cases, draws, module = ":module"):
    """The program `name` (tools/bazel run :backends -- --seed=..., or --time=ELEMENTS), and a test.

    The test is `name`_test.

    Args:
      name: name of the binary.
      cases: the operator's cases.json: what calls are like, and the accuracy its spec promises.
      draws: how many calls.
      module: the operator_module.
    """
    package = native.package_name()
    label = native.package_relative_label(cases)
    operator_program(
        name = name,
        args = ["--cases=%s/%s" % (label.package, label.name), "--draws=%d" % draws],
        data = [cases],
        module = module,
        program = "//testing/backends:program",
        tags = ["op:" + package.split("/")[-1]],
        tests = {name + "_test": {"size": "small", "tags": ["backend:aicore"]}},
    )
