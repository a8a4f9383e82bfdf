"""Programs that test operators: one for each kind of test, and for each operator a shared object
that any of them loads.

A program that links an operator costs a link for each kind and operator (six of 0.6 s and 5 MB for
each operator). A program that links all operators runs the tests of every operator again when one
kernel changes. A shared object of the operator's own files (0.2 s, the only one that is linked when
its kernel changes) keeps both apart: `operator_program` starts the program with the object as
--operator.
"""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain", "use_cpp_toolchain")
load("//tools/build:objects.bzl", "objects_of")

def _toolchain(ctx):
    toolchain = find_cpp_toolchain(ctx)
    return toolchain, cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )

def _link(ctx, linker_inputs, whole, **kwargs):
    """Links `linker_inputs`. whole(linker_input): whether its libraries are linked as a whole."""
    toolchain, features = _toolchain(ctx)
    inputs = []
    objects = []
    for linker_input in linker_inputs:
        libraries = []
        for library in linker_input.libraries:
            if whole(linker_input):
                objects += objects_of(library)
            else:
                libraries.append(library)
        inputs.append(cc_common.create_linker_input(
            owner = linker_input.owner,
            libraries = depset(libraries),
            user_link_flags = linker_input.user_link_flags,
            additional_inputs = depset(linker_input.additional_inputs),
        ))
    return cc_common.link(
        name = ctx.label.name,
        actions = ctx.actions,
        feature_configuration = features,
        cc_toolchain = toolchain,
        compilation_outputs = cc_common.create_compilation_outputs(
            objects = depset(objects),
            pic_objects = depset(objects),
        ),
        linking_contexts = [cc_common.create_linking_context(
            linker_inputs = depset(inputs, order = "topological"),
        )],
        **kwargs
    )

def _inputs(target):
    return target[CcInfo].linking_context.linker_inputs.to_list()

def _operator_module_impl(ctx):
    package = ctx.label.package
    own = [each for each in _inputs(ctx.attr.invoke) if each.owner.package == package]
    linked = _link(ctx, own, whole = lambda each: True, output_type = "dynamic_library")
    library = linked.library_to_link
    file = library.resolved_symlink_dynamic_library or library.dynamic_library
    return [DefaultInfo(files = depset([file]), runfiles = ctx.runfiles([file]))]

operator_module = rule(
    implementation = _operator_module_impl,
    attrs = {
        "invoke": attr.label(
            mandatory = True,
            providers = [CcInfo],
            doc = "The operator's entry in Invocations() (testing/invoke.h).",
        ),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    toolchains = use_cpp_toolchain(),
    fragments = ["cpp"],
    doc = "The shared object of `invoke` and all libraries of its package. " +
          "The libraries of other packages are those of the program.",
)

def _test_program_impl(ctx):
    packages = {operator.label.package: True for operator in ctx.attr.operators}

    # What operators may use must be there although the program itself does not use it.
    used = {}
    for operator in ctx.attr.operators:
        for each in _inputs(operator):
            if each.owner.package not in packages:
                used[each] = True
    inputs = _inputs(ctx.attr.main)
    known = {each: True for each in inputs}
    linked = _link(
        ctx,
        inputs + [each for each in used if each not in known],
        whole = lambda each: each in used,
        output_type = "executable",
        user_link_flags = ["-rdynamic", "-ldl"],
    )
    runfiles = ctx.runfiles().merge(ctx.attr.main[DefaultInfo].default_runfiles)
    return [DefaultInfo(executable = linked.executable, runfiles = runfiles)]

test_program = rule(
    implementation = _test_program_impl,
    executable = True,
    attrs = {
        "main": attr.label(
            mandatory = True,
            providers = [CcInfo],
            doc = "The library with main().",
        ),
        "operators": attr.label_list(
            providers = [CcInfo],
            doc = "The :invoke of all operators, for the libraries they share.",
        ),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    toolchains = use_cpp_toolchain(),
    fragments = ["cpp"],
    doc = "A program for all operators, which contains none: " +
          "main() calls LoadOperator() (testing/invoke.h).",
)

def _operator_program_impl(ctx):
    # A link to the one program costs neither a compilation nor a copy.
    executable = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(
        output = executable,
        target_file = ctx.executable.program,
        is_executable = True,
    )
    runfiles = ctx.runfiles(ctx.files.data).merge_all(
        [each[DefaultInfo].default_runfiles for each in ctx.attr.data + [ctx.attr.program]],
    )
    return [DefaultInfo(executable = executable, runfiles = runfiles)]

_operator_program_attrs = {
    "program": attr.label(executable = True, cfg = "target", mandatory = True),
    "data": attr.label_list(allow_files = True),
}

_operator_program = rule(
    implementation = _operator_program_impl,
    executable = True,
    attrs = _operator_program_attrs,
    doc = "`program` with this target's `args` and `data`.",
)

operator_test = rule(
    implementation = _operator_program_impl,
    test = True,
    attrs = _operator_program_attrs,
    doc = "Runs `program` as a test, with this target's `args` and `data`.",
)

def operator_program(
        name,
        program,
        module,
        args = [],
        tests = {},
        data = [],
        tags = [],
        visibility = None):
    """The program `name` of an operator, for `tools/bazel run`, and its tests.

    Args:
      name: name of the program.
      program: a test_program.
      module: the operator_module.
      args: arguments of the program and its tests.
      tests: name of a test -> attributes of the test; `args` and `tags` are added to those of all.
      data: files that the program reads.
      tags: tags of all tests.
      visibility: who may use the program.
    """
    args = ["--operator=$(rootpath %s)" % module] + args
    data = data + [module]
    _operator_program(
        name = name,
        testonly = True,
        args = args,
        data = data,
        program = program,
        visibility = visibility,
    )
    for test, attributes in tests.items():
        attributes = dict(attributes)
        operator_test(
            name = test,
            args = args + attributes.pop("args", []),
            data = data,
            program = program,
            tags = tags + attributes.pop("tags", []),
            **attributes
        )
