"""native_tool(): a program of ours that other files are made with, built once."""

_Cpu = provider("What a platform's processor is called.", fields = ["name"])

def _platform_cpu_impl(ctx):
    return [_Cpu(name = ctx.attr.cpu)]

platform_cpu = rule(
    implementation = _platform_cpu_impl,
    doc = "The processor that a program would be built for here.",
    attrs = {"cpu": attr.string(doc = "Its name, chosen by select().", mandatory = True)},
)

def _native_tool_impl(ctx):
    same = ctx.attr._target_cpu[_Cpu].name == ctx.attr._exec_cpu[_Cpu].name
    return [DefaultInfo(files = depset([ctx.executable.target if same else ctx.executable.exec]))]

_native_tool = rule(
    implementation = _native_tool_impl,
    attrs = {
        "exec": attr.label(cfg = "exec", executable = True, mandatory = True),
        "target": attr.label(cfg = "target", executable = True, mandatory = True),
        "_exec_cpu": attr.label(
            cfg = "exec",
            default = "//tools/build:cpu",
            providers = [_Cpu],
        ),
        "_target_cpu": attr.label(
            cfg = "target",
            default = "//tools/build:cpu",
            providers = [_Cpu],
        ),
    },
)

def native_tool(name, program, visibility = None):
    """The executable of `program`, for the `srcs` of a genrule.

    Bazel compiles what stands in `tools` for the machine that builds, with options of its own: a
    second time, with all it is linked with. Where programs of this build run on the machine that
    builds, the one that tests and users get serves here, too.

    Args:
      name: name of the target, which is one file.
      program: label of the cc_binary.
      visibility: as everywhere.
    """
    _native_tool(name = name, exec = program, target = program, visibility = visibility)
