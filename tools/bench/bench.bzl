"""Measurements of an operator: Google Benchmark, and a guard that counts instructions."""

load("//testing:program.bzl", "operator_program")

def bench_targets(cases, module = ":module"):
    """The programs `bench` and `instructions`, and the test `instructions_test`.

    Args:
      cases: the operator's cases.json.
      module: the operator_module.
    """
    package = native.package_name()
    label = native.package_relative_label(cases)

    operator_program(
        name = "bench",
        args = ["--cases=%s/%s" % (label.package, label.name)],
        data = [cases],
        module = module,
        program = "//tools/bench:benchmark_program",
    )
    program = "//tools/bench:instructions_program"
    counted = {
        "srcs": ["//tools/bench:instructions.py"],
        "args": ["--program=$(rootpath %s)" % program, package],
        "data": [cases, module, program] + native.glob(["golden/INSTRUCTIONS.json"], allow_empty = True),
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
