"""One static library of a library and all it needs."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain", "use_cpp_toolchain")
load("//tools/build:objects.bzl", "objects_of")

def _self_contained_archive_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    whole, on_demand = [], []
    linker_inputs = depset(transitive = [
        dep[CcInfo].linking_context.linker_inputs
        for dep in ctx.attr.deps
    ])
    for linker_input in linker_inputs.to_list():
        for library in linker_input.libraries:
            (whole if library.alwayslink else on_demand).extend(objects_of(library))

    output = ctx.actions.declare_file(ctx.attr.out)
    args = ctx.actions.args()
    args.add_all([
        toolchain.compiler_executable,
        toolchain.nm_executable,
        toolchain.objcopy_executable,
        toolchain.ar_executable,
        ctx.file.exported_symbols,
        output,
    ])
    args.add(len(on_demand))
    args.add_all(on_demand)
    args.add_all(whole)
    ctx.actions.run_shell(
        outputs = [output],
        inputs = depset(
            whole + on_demand + [ctx.file.exported_symbols],
            transitive = [toolchain.all_files],
        ),
        # Linked into one object, whose other symbols are then hidden, so that the program may
        # contain other releases of the same libraries. --force-group-allocation: no code of ours
        # may stand in for the program's own inline functions, or the other way round.
        command = """
            set -eu
            compiler=$1 nm=$2 objcopy=$3 ar=$4 symbols=$5 output=$6 on_demand=$7; shift 7
            folder=$(mktemp -d)
            object=$folder/openaclnn.o
            "$ar" qcsD "$folder/on_demand.a" "${@:1:on_demand}"
            shift "$on_demand"
            "$compiler" -r -nostdlib -o "$object" -Wl,--gc-sections -Wl,--force-group-allocation \\
                $(sed 's/^/-Wl,-u,/' "$symbols") "$@" -Wl,--start-group "$folder/on_demand.a" \\
                -l:libstdc++.a -lgcc_eh -lgcc -Wl,--end-group
            # objcopy hides global and weak symbols, but not those that the C++ library marks as
            # unique.
            "$nm" --defined-only "$object" | sed -n 's/.* u //p' >"$folder/unique"
            [ ! -s "$folder/unique" ] || "$objcopy" --weaken-symbols="$folder/unique" "$object"
            "$objcopy" --keep-global-symbols="$symbols" --strip-debug "$object"
            "$ar" rcsD "$output" "$object"
            rm -r "$folder"
        """,
        arguments = [args],
        use_default_shell_env = True,
        mnemonic = "SelfContainedArchive",
        progress_message = "Linking %{output}",
    )
    return [DefaultInfo(files = depset([output]))]

self_contained_archive = rule(
    implementation = _self_contained_archive_impl,
    attrs = {
        "deps": attr.label_list(providers = [CcInfo]),
        "exported_symbols": attr.label(
            allow_single_file = True,
            mandatory = True,
            doc = "The symbols to export, one to a line.",
        ),
        "out": attr.string(mandatory = True),
    },
    fragments = ["cpp"],
    toolchains = use_cpp_toolchain(),
    doc = "A static library that contains its dependencies, the C++ runtime too, " +
          "and exports the given symbols only.",
)
