"""Sweeps over the inputs of an operator, against the oracle: its measured accuracy."""

load("//testing:program.bzl", "operator_program")

def accuracy_tests(name, cases, sweeps, module = ":module"):
    """The program `name` and its tests.

    `tools/bazel run :accuracy -- --update` writes golden/ACCURACY.json. The tests are `name`_test
    and, for the AI Core backend, `name`_aicore_test; by hand, `name`_all_float32_test and
    `name`_aicore_all_float32_test.

    Args:
      name: name of the program.
      cases: the operator's cases.json, for the accuracy its spec promises.
      sweeps: KEY -> "FUNCTION:ORACLE:PARAMETER:PARAMETER...": the C function, the function of
        testing/oracle (FunctionName) it must agree with, and what it is called with, in order:
        "string=TEXT", "int=NUMBER", "bool=0", "bool=1", or a tensor, made of parts joined by "|"
        along dimension 0. Inputs are "gradient", "x" and "one" (all 1); outputs "output" (must be
        gradient * oracle(x)), "unit" (oracle(x)) and "ignored". For example
        {"none": "aclnnGeluBackwardV2:GeluErfDerivative:gradient:x:string=none:output"}. The key
        names the row on the operator's page.
      module: the operator_module.
    """
    package = native.package_name()
    op = package.split("/")[-1]
    label = native.package_relative_label(cases)
    args = [
        "--cases=%s/%s" % (label.package, label.name),
        "--expected=%s/golden/ACCURACY.json" % package,
        "'--sweeps=%s'" % ",".join(["%s:%s" % item for item in sweeps.items()]),
    ]
    operator_program(
        name = name,
        args = args,
        data = [cases] + native.glob(["golden/ACCURACY.json"], allow_empty = True),
        module = module,
        program = "//testing/exhaustive:program",
        tags = ["op:" + op],
        tests = {
            name + suffix: {
                "args": ["--backend=" + backend],
                "size": "medium",
                "tags": ["backend:" + backend, "exhaustive"],
            }
            for backend, suffix in [("cpu", "_test"), ("aicore", "_aicore_test")]
            if sweeps
        } | {
            # Every float32 input: an hour or more of one core, so only on request.
            name + suffix: {
                "args": ["--backend=" + backend, "--all_float32"],
                "timeout": "eternal",
                "shard_count": 16,
                "tags": ["manual"],
            }
            for backend, suffix in [
                ("cpu", "_all_float32_test"),
                ("aicore", "_aicore_all_float32_test"),
            ]
            if sweeps
        },
    )
