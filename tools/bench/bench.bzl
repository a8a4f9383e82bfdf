"""Measurements of an operator: Google Benchmark, a guard that counts instructions, and a picture
of the simulated AI Core's pipes."""

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
        "data": [cases, module, program] + native.glob(
            ["golden/INSTRUCTIONS.json"],
            allow_empty = True,
        ),
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

def timeline_target(cases, module = ":module"):
    """The program `timeline`, which draws a benchmark on the simulated AI Core (runtime/aicore).

    Args:
      cases: the operator's cases.json.
      module: the operator_module.
    """
    label = native.package_relative_label(cases)
    program = "//tools/bench:benchmark_program"
    data = [cases, module, program, "//runtime/aicore:timeline.py"]

    # A script of its own, so that tests of pages can run it, too.
    native.genrule(
        name = "timeline_script",
        testonly = True,
        srcs = data,
        outs = ["timeline.sh"],
        cmd = "printf '#!/bin/sh\\nexec %s \"$$@\"\\n' > $@" % " ".join([
            "$(rootpath //runtime/aicore:timeline.py)",
            "--program=$(rootpath %s)" % program,
            "--operator=$(rootpath %s)" % module,
            "--cases=%s/%s" % (label.package, label.name),
        ]),
        tags = ["manual"],
    )
    native.sh_binary(
        name = "timeline",
        testonly = True,
        srcs = ["timeline.sh"],
        data = data,
        tags = ["manual"],
        visibility = ["//docs:__pkg__"],
    )
