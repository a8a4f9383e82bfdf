"""Conformance tests of an operator: one binary, and one test target for each product and dtype that runs its share of the cases."""

load("@rules_cc//cc:defs.bzl", "cc_binary")

# The whole grid, fixed, because YAML cannot be read while targets are made. For a product or dtype that an operator does not have,
# specgen guarantees a case that says how it is refused.
PRODUCTS = ["ascend_950", "atlas_a3", "atlas_a2", "atlas_200i_500_a2", "atlas_inference", "atlas_training"]
DTYPES = ["fp32", "fp16", "bf16", "int32", "int8", "other"]

def _conformance_test_impl(ctx):
    # A link to the one binary: hundreds of these cost neither a compilation nor a copy.
    executable = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = executable, target_file = ctx.executable.binary, is_executable = True)
    return [DefaultInfo(executable = executable, runfiles = ctx.attr.binary[DefaultInfo].default_runfiles)]

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
    """The file `name`: a line for each rule of the package so far that has tags, "NAME TAG TAG...". //testing/tags checks it.

    Args:
      name: name of the file.
    """
    _lines_file(
        name = name,
        testonly = True,
        lines = [
            " ".join([rule["name"]] + [tag for tag in rule["tags"] if ":" in tag])
            for rule in native.existing_rules().values()
            if rule["kind"] == "conformance_test"
        ],
        visibility = ["//testing/tags:__pkg__"],
    )

def conformance_tests(name, invoke_library, cases, golden, sweeps = {}, backends = ["cpu"]):
    """The binary `name` (bazel run :conformance -- --case=...), its tests, and a test that the golden files are whole.

    Args:
      name: name of the binary, and beginning of the names of the tests.
      invoke_library: the operator's entry in openaclnn::testing::Invocations() (testing/invoke.h).
      cases: the operator's cases.json.
      golden: the operator's golden files, glob(["golden/*"]). May be empty until tools/golden/update has been run; tests then fail saying so.
      sweeps: what the oracle knows of the operator, as in accuracy_tests (testing/exhaustive/exhaustive.bzl).
      backends: what the operator can run on.
    """
    package = native.package_name()
    op = package.split("/")[-1]
    label = native.package_relative_label(cases)
    files = {
        "cases": label.package + "/" + label.name,
        "golden": "%s/golden/%s.safetensors" % (package, op),
        "binary": "//%s:%s" % (package, name),
    }
    # In a file, so that //testing:replay can start the binary as well.
    flags = name + ".flags"
    _lines_file(
        name = flags,
        testonly = True,
        lines = ["--%s=%s" % item for item in files.items()] +
                ["--sweeps=" + ",".join(["%s:%s" % item for item in sweeps.items()])],
    )
    args = ["--flagfile=%s/%s" % (package, flags)]
    cc_binary(
        name = name,
        testonly = True,
        args = args,
        data = [cases, flags] + golden,
        visibility = ["//testing:__subpackages__"],
        deps = [
            invoke_library,
            "//testing:conformance_main",
        ],
    )
    for backend in backends:
        for product in PRODUCTS:
            for dtype in DTYPES:
                conformance_test(
                    name = "_".join([name, backend, product, dtype]),
                    size = "small",
                    args = args + ["--backend=" + backend, "--product=" + product, "--dtype=" + dtype],
                    binary = ":" + name,
                    tags = ["op:" + op, "backend:" + backend, "product:" + product, "dtype:" + dtype],
                )
    conformance_test(
        name = name + "_cpu_random_test",
        size = "small",
        args = args + ["--backend=cpu", "--runs=60"],
        binary = ":" + name,
        tags = ["op:" + op, "backend:cpu", "random"],
    )
    native.sh_test(
        name = name + "_golden_files_test",
        size = "small",
        srcs = ["//tools/golden:check.py"],
        args = [files["cases"], package + "/golden"],
        data = [cases] + golden,
        tags = ["op:" + op],
    )
