"""Conformance tests of an operator.

One for each backend runs the cases of all products and dtypes.
"""

load("//testing:program.bzl", "operator_program")

# The whole grid, fixed, because YAML cannot be read while targets are made. For a product or dtype
# that an operator does not have, specgen guarantees a case that says how it is refused.
PRODUCTS = [
    "ascend_950",
    "atlas_a3",
    "atlas_a2",
    "atlas_200i_500_a2",
    "atlas_inference",
    "atlas_training",
]
DTYPES = ["fp32", "fp16", "bf16", "int32", "int8", "other"]

def _conformance_test_impl(ctx):
    # A link costs neither a compilation nor a copy.
    executable = ctx.actions.declare_file(ctx.label.name)
    binary = ctx.attr.binary[DefaultInfo]
    ctx.actions.symlink(
        output = executable,
        target_file = ctx.executable.binary,
        is_executable = True,
    )
    return [DefaultInfo(executable = executable, runfiles = binary.default_runfiles)]

conformance_test = rule(
    implementation = _conformance_test_impl,
    test = True,
    attrs = {"binary": attr.label(executable = True, cfg = "target", mandatory = True)},
    doc = "Runs `binary` as a test, with this target's `args`.",
)

def _lines_file_impl(ctx):
    file = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(file, "".join([line + "\n" for line in ctx.attr.lines]))
    return [DefaultInfo(files = depset([file]), runfiles = ctx.runfiles([file]))]

_lines_file = rule(
    implementation = _lines_file_impl,
    attrs = {"lines": attr.string_list(mandatory = True)},
    doc = "A text file.",
)

def tags_file(name):
    """The file `name`, which //testing/tags checks.

    It has a line for each rule of the package so far that has tags, "NAME TAG TAG...".

    Args:
      name: name of the file.
    """
    _lines_file(
        name = name,
        testonly = True,
        lines = [
            " ".join([rule["name"]] + [tag for tag in rule["tags"] if ":" in tag])
            for rule in native.existing_rules().values()
            if rule["kind"] in ["conformance_test", "operator_test"]
        ],
        visibility = ["//testing/tags:__pkg__"],
    )

def conformance_tests(name, cases, golden, sweeps = {}, backends = ["cpu"], module = ":module"):
    """The program `name` (tools/bazel run :conformance -- --case=...) and its tests.

    They are one for each backend, one of random cases, and one that the golden files are whole. A
    test runs all products and dtypes; --test_arg=--product=atlas_a2 and --test_arg=--dtype=bf16
    select (docs/golden_format.md).

    Args:
      name: name of the program, and beginning of the names of the tests.
      cases: the operator's cases.json.
      golden: the operator's golden files, glob(["golden/*"]). May be empty until
        tools/golden/update has been run; tests then fail saying so.
      sweeps: what the oracle knows of the operator, as in accuracy_tests
        (testing/exhaustive/exhaustive.bzl).
      backends: what the operator can run on.
      module: the operator_module.
    """
    package = native.package_name()
    op = package.split("/")[-1]
    label = native.package_relative_label(cases)
    shared_object = native.package_relative_label(module)
    files = {
        "cases": label.package + "/" + label.name,
        "golden": "%s/golden/%s.safetensors" % (package, op),
        "binary": "//%s:%s" % (package, name),
        "operator": "%s/lib%s.so" % (shared_object.package, shared_object.name),
    }

    # In a file, so that //testing:replay can start the program as well.
    flags = name + ".flags"
    _lines_file(
        name = flags,
        testonly = True,
        lines = ["--%s=%s" % item for item in files.items()] +
                ["--sweeps=" + ",".join(["%s:%s" % item for item in sweeps.items()])],
    )
    grid = ["product:" + product for product in PRODUCTS] + ["dtype:" + dtype for dtype in DTYPES]
    tests = {
        "%s_%s_test" % (name, backend): {
            "args": ["--backend=" + backend],
            "size": "medium",
            "tags": ["backend:" + backend] + grid,
        }
        for backend in backends
    }
    tests[name + "_cpu_random_test"] = {
        "args": ["--backend=cpu", "--runs=60"],
        "size": "small",
        "tags": ["backend:cpu", "random"],
    }
    operator_program(
        name = name,
        args = ["--flagfile=%s/%s" % (package, flags)],
        data = [cases, flags] + golden,
        module = module,
        program = "//testing:conformance_program",
        tags = ["op:" + op],
        tests = tests,
        visibility = ["//testing:__subpackages__"],
    )
    native.sh_test(
        name = name + "_golden_files_test",
        size = "small",
        srcs = ["//tools/golden:check.py"],
        args = [files["cases"], package + "/golden"],
        data = [cases] + golden,
        tags = ["op:" + op],
    )
