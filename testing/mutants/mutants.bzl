"""Mutation test of an operator's conformance cases."""

load("//testing:program.bzl", "operator_program")

# Of operators with hundreds of combinations of types the tests try a part, so that none takes
# longer than 10 s. --config=all_mutants tries all.
_MOST_IN_A_TEST = 400

def mutants_test(name, cases, golden, module = ":module"):
    """Wrong kernels must each be noticed by some case (testing/mutants/mutants.h): the program
    `name`, and the tests `name`_test and, for the AI Core backend, `name`_aicore_test. With
    --update the program writes golden/MUTANTS.json.

    Args:
      name: name of the binary, which can be run for one mutant.
      cases: the operator's cases.json.
      golden: the operator's golden files, glob(["golden/*"]).
      module: the operator_module.
    """
    package = native.package_name()
    op = package.split("/")[-1]
    label = native.package_relative_label(cases)
    args = [
        "--cases=%s/%s" % (label.package, label.name),
        "--golden=%s/golden/%s.safetensors" % (package, op),
        "--binary=//%s:conformance" % package,
        "--expected=%s/golden/MUTANTS.json" % package,
    ]
    operator_program(
        name = name,
        args = args,
        data = [cases] + golden + native.glob(["golden/MUTANTS.json"], allow_empty = True),
        module = module,
        program = "//testing/mutants:program",
        tags = ["op:" + op],
        tests = {
            name + suffix: {
                "args": [
                    "--backend=" + backend,
                    "--most=%d" % _MOST_IN_A_TEST,
                ],
                "tags": ["backend:" + backend, "mutants"],
                "timeout": "long",
            }
            for backend, suffix in [("cpu", "_test"), ("aicore", "_aicore_test")]
        },
    )
