"""The simulated AI Core for programs that are built without Bazel."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain", "use_cpp_toolchain")
load("//tools/build:objects.bzl", "objects_of")

def _aicore_prefix_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    objects = []
    for dep in ctx.attr.deps:
        for linker_input in dep[CcInfo].linking_context.linker_inputs.to_list():
            for library in linker_input.libraries:
                objects += [file for file in objects_of(library) if file not in objects]
    contexts = [dep[CcInfo].compilation_context for dep in ctx.attr.deps]
    headers = depset(transitive = [context.headers for context in contexts])
    folders = []
    for context in contexts:
        folders += context.quote_includes.to_list() + context.system_includes.to_list()
        folders += context.includes.to_list()
    args = ctx.actions.args()
    args.add_all([toolchain.compiler_executable, toolchain.ar_executable, ctx.file.headers])
    args.add(ctx.outputs.out)
    args.add_joined(objects, join_with = " ")
    args.add_joined(depset(folders), join_with = " ")
    for target, folder in ctx.attr.files.items():
        args.add_all([target.files.to_list()[0], folder])
    files = [file for target in ctx.attr.files for file in target.files.to_list()]
    ctx.actions.run_shell(
        outputs = [ctx.outputs.out],
        inputs = depset(
            objects + files + [ctx.file._script, ctx.file.headers],
            transitive = [toolchain.all_files, headers],
        ),
        command = 'exec bash "%s" "$@"' % ctx.file._script.path,
        arguments = [args],
        use_default_shell_env = True,
        mnemonic = "AicorePrefix",
    )

aicore_prefix = rule(
    implementation = _aicore_prefix_impl,
    attrs = {
        "deps": attr.label_list(providers = [CcInfo]),
        "files": attr.label_keyed_string_dict(
            allow_files = True,
            doc = "More files, and the folders that they go to.",
        ),
        "headers": attr.label(
            allow_single_file = True,
            doc = "Includes what is to be installed; what that includes is installed, too.",
        ),
        "out": attr.output(mandatory = True),
        "_script": attr.label(allow_single_file = True, default = "aicore_prefix.sh"),
    },
    fragments = ["cpp"],
    toolchains = use_cpp_toolchain(),
    doc = "An archive of what is installed: one static library, headers, files.",
)
