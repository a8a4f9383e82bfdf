"""Headers that are read once for all files of a kind: std and Abseil take half a file's time."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain", "use_cpp_toolchain")

# Highway's operations of each SIMD target of x86 that some compilation has. (GCC 16 fails with
# precompiled ones of RVV.) As if hwy/foreach_target.h included them for each, the static one last.
# But that file asks for a macro that each source defines otherwise: GCC would read headers anew.
_HIGHWAY_TARGETS = ["HWY_SSE2", "HWY_SSE4", "HWY_AVX2", "HWY_AVX3", "HWY_EMU128"]
_HIGHWAY = """\
#include "hwy/detect_targets.h"
#if HWY_ARCH_X86 && (HWY_TARGETS & ~({all})) == 0
#define OPENACLNN_HIGHWAY_IS_PRECOMPILED  // for runtime/base/foreach_target.h
#undef HWY_ONCE
#define HWY_ONCE 0
{each}\
#undef HWY_TARGET
#define HWY_TARGET HWY_STATIC_TARGET
#include "hwy/highway.h"
#undef HWY_ONCE
#define HWY_ONCE 1
// hwy/highway.h includes operations if these two agree.
#undef HWY_TARGET_TOGGLE
#undef HWY_HIGHWAY_PER_TARGET
#define HWY_HIGHWAY_PER_TARGET
#endif
""".format(
    all = " | ".join(_HIGHWAY_TARGETS),
    each = "".join(["""\
#if (HWY_TARGETS & {target}) && {target} != HWY_STATIC_TARGET
#undef HWY_TARGET
#define HWY_TARGET {target}
#include "hwy/highway.h"
#ifdef HWY_TARGET_TOGGLE
#undef HWY_TARGET_TOGGLE
#else
#define HWY_TARGET_TOGGLE
#endif
#endif
""".format(target = target) for target in _HIGHWAY_TARGETS]),
)

def _precompiled_headers_impl(ctx):
    highway = _HIGHWAY if ctx.attr.highway else ""

    # This is read by files with other options, which may not depend on all of it.
    header = ctx.outputs.header
    ctx.actions.write(header, "".join([
        '#if __has_include("{0}")\n#include "{0}"\n#endif\n'.format(include)
        for include in ctx.attr.includes
    ]) + highway)
    source = ctx.actions.declare_file(ctx.label.name + ".precompiled.h")
    ctx.actions.write(source, "".join([
        '#include "%s"\n' % include
        for include in ctx.attr.includes
    ]) + highway + "#pragma instantiate_templates\n")
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    context = cc_common.merge_compilation_contexts(
        compilation_contexts = [dep[CcInfo].compilation_context for dep in ctx.attr.deps],
    )
    variables = cc_common.create_compile_variables(
        cc_toolchain = toolchain,
        feature_configuration = features,
        source_file = source.path,
        output_file = ctx.outputs.precompiled.path,
        include_directories = context.includes,
        quote_include_directories = context.quote_includes,
        system_include_directories = depset(
            # Under --config=cross those of others stand apart.
            transitive = [context.system_includes, context.external_includes],
        ),
        preprocessor_defines = context.defines,
        use_pic = True,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ctx.attr.copts +
                             ["-Wno-unknown-pragmas", "-x", "c++-header"],
    )
    compiler = cc_common.get_tool_for_action(
        feature_configuration = features,
        action_name = ACTION_NAMES.cpp_compile,
    )
    flags = cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = ACTION_NAMES.cpp_compile,
        variables = variables,
    )

    # GCC writes addresses of its memory: they are the same each time where the system may be asked
    # not to choose them at random. They move with the length of the folder's name, which Bazel
    # numbers. A GCC that loads no plugins is asked again without.
    ctx.actions.run_shell(
        command = """\
plugin=$1; shift
unset OLDPWD
export PWD=/proc/self/cwd
if setarch -R true 2> /dev/null; then set -- setarch -R "$@"; fi
"$@" -fplugin="$plugin" || "$@"
""",
        arguments = [ctx.executable._plugin.path, compiler] + flags,
        env = cc_common.get_environment_variables(
            feature_configuration = features,
            action_name = ACTION_NAMES.cpp_compile,
            variables = variables,
        ),
        inputs = depset([source], transitive = [context.headers]),
        tools = depset([ctx.executable._plugin], transitive = [toolchain.all_files]),
        outputs = [ctx.outputs.precompiled],
        mnemonic = "CppPrecompile",
        progress_message = "Precompiling headers of %s" % ctx.label,
    )

    # The headers are there for files with other options, for which GCC reads them anew. Folders to
    # search are left out: a source that includes a library which it does not depend on is not
    # compiled. (Our own are found without: only builds that precompile nothing refuse those.)
    files = depset([header, ctx.outputs.precompiled], transitive = [context.headers])
    return [
        DefaultInfo(files = files),
        CcInfo(compilation_context = cc_common.create_compilation_context(headers = files)),
    ]

_precompiled_headers = rule(
    implementation = _precompiled_headers_impl,
    attrs = {
        "includes": attr.string_list(
            mandatory = True,
            doc = "Headers that change seldom, or that most files which use them include: a " +
                  "change compiles all of these files again.",
        ),
        "highway": attr.bool(doc = "Whether hwy/highway.h is among them, for all SIMD targets."),
        "copts": attr.string_list(doc = "Options of the files that use them."),
        "deps": attr.label_list(providers = [CcInfo]),
        "_plugin": attr.label(
            default = "//tools/build:instantiate_templates",
            cfg = "exec",
            executable = True,
        ),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    outputs = {"header": "%{name}.h", "precompiled": "%{name}.h.gch"},
    toolchains = use_cpp_toolchain(),
    fragments = ["cpp"],
    doc = "NAME.h, which includes `includes`, and GCC's precompiled form of it.",
)

def precompiled_headers(name, **attributes):
    """NAME.h and its precompiled form, for builds that use such headers (.bazelrc)."""
    _precompiled_headers(
        name = name,
        target_compatible_with = select({
            str(Label("//tools/build:precompiled")): [],
            "//conditions:default": ["@platforms//:incompatible"],
        }),
        **attributes
    )
