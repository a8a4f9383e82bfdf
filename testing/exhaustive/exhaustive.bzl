"""Sweeps over the inputs of an operator, against the oracle: its measured accuracy."""

load("//testing:program.bzl", "operator_program")

def _text(sweeps):
    return ",".join(["%s:%s" % item for item in sweeps.items()])

def accuracy_tests(name, cases, sweeps, manual_sweeps, module = ":module"):
    """The program `name` and its tests.

    `tools/bazel run :accuracy -- --update` writes golden/ACCURACY.json. The tests are `name`_test
    and, for the AI Core backend, `name`_aicore_test. Functions of two operands are measured at
    65,536 pairs that are hard (draws.h) of each floating-point type, by `name`_pairs_test and
    `name`_aicore_pairs_test.

    By hand, for all sweeps: `name`_all_float32_test measures every input of functions of one
    operand, some ten minutes of one core each. `name`_draws_test measures 10^7 random inputs of
    each floating-point type; of functions of two operands pairs that are hard. Both have a test of
    the AI Core backend. Of other numbers of draws:

      tools/bazel run //ops/div:accuracy -- --draws=1000000000 --dtype=float32

    Args:
      name: name of the program.
      cases: the operator's cases.json, for the accuracy its spec promises.
      sweeps: KEY -> "FUNCTION:ORACLE:PARAMETER:PARAMETER...": the C function, the function of
        testing/oracle (FunctionName) it must agree with, and what it is called with, in order:
        "string=TEXT", "int=NUMBER", "bool=0", "bool=1", or a tensor, made of parts joined by "|"
        along dimension 0. Inputs are "gradient", "x", "y" (the second operand) and "one" (all 1);
        outputs "output" (must be gradient * oracle(x)), "unit" (oracle(x)) and "ignored". A scalar
        is "alpha=2.5", if the oracle has an operand of this name, or "scalar=2.5". For example
        {"none": "aclnnGeluBackwardV2:GeluErfDerivative:gradient:x:string=none:output"}. The key
        names the row on the operator's page.
      manual_sweeps: the same without a measurement in golden/ACCURACY.json: functions of two
        operands, and what processors compute by an instruction, which is measured by hand only.
      module: the operator_module.
    """
    package = native.package_name()
    op = package.split("/")[-1]
    label = native.package_relative_label(cases)
    args = [
        "--cases=%s/%s" % (label.package, label.name),
        "--expected=%s/golden/ACCURACY.json" % package,
        "'--sweeps=%s'" % _text(sweeps),
    ] + (["'--manual_sweeps=%s'" % _text(manual_sweeps)] if manual_sweeps else [])
    every = sweeps.values() + manual_sweeps.values()
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
            name + suffix: {
                "args": ["--backend=" + backend, "--draws=65536"],
                "size": "medium",
                "tags": ["backend:" + backend, "exhaustive"],
            }
            for backend, suffix in [("cpu", "_pairs_test"), ("aicore", "_aicore_pairs_test")]
            if [each for each in every if ":y:" in each]
        } | {
            # An hour of one core, so only on request.
            "%s%s_%s_test" % (name, suffix, what): {
                "args": ["--backend=" + backend, flag],
                "timeout": "eternal",
                "shard_count": 16,
                "tags": ["manual"],
            }
            for backend, suffix in [("cpu", ""), ("aicore", "_aicore")]
            for what, flag, of in [
                ("all_float32", "--all_float32", [each for each in every if ":y:" not in each]),
                ("draws", "--draws=10000000", every),
            ]
            if of
        },
    )
