"""A platform, and the compiler that makes programs for it."""

load("@bazel_tools//tools/cpp:unix_cc_toolchain_config.bzl", "cc_toolchain_config")
load("@rules_cc//cc:defs.bzl", "cc_toolchain")

# Linked only where something needs it, as Bazel does with the compiler of the machine that builds:
# libopenaclnn.so has the C++ runtime inside.
_LIBRARIES = [
    word
    for library in ["-lstdc++", "-lm"]
    for word in ["-Wl,--push-state,-as-needed", library, "-Wl,--pop-state"]
]

_TOOLS = [
    "ar",
    "c++filt",
    "cpp",
    "dwp",
    "gcc",
    "gcov",
    "ld",
    "nm",
    "objcopy",
    "objdump",
    "strip",
]

def cross_compiler(cpu, gcc = None):
    """The platform `cpu`, and the toolchain `cpu`_toolchain for it: Debian's cross compiler.

    Args:
      cpu: a value of @platforms//cpu, which is also the first part of the compiler's name.
      gcc: a script of this package that stands in for the compiler.
    """
    system = cpu + "-linux-gnu"
    constraints = ["@platforms//cpu:" + cpu, "@platforms//os:linux"]
    native.platform(
        name = cpu,
        constraint_values = constraints,
        visibility = ["//visibility:public"],
    )
    native.toolchain(
        name = cpu + "_toolchain",
        exec_compatible_with = ["@platforms//cpu:x86_64", "@platforms//os:linux"],
        target_compatible_with = constraints,
        toolchain = cpu + "_compiler",
        toolchain_type = "@bazel_tools//tools/cpp:toolchain_type",
    )
    native.filegroup(
        name = cpu + "_files",
        srcs = [gcc] if gcc else [],
    )
    files = cpu + "_files"
    cc_toolchain(
        name = cpu + "_compiler",
        all_files = files,
        compiler_files = files,
        dwp_files = files,
        linker_files = files,
        objcopy_files = files,
        strip_files = files,
        toolchain_config = cpu + "_config",
    )

    # The options that Bazel finds out for the compiler of the machine that builds.
    cc_toolchain_config(
        name = cpu + "_config",
        abi_libc_version = "glibc",
        abi_version = "gcc",
        compile_flags = [
            "-fstack-protector",
            "-Wall",
            "-Wunused-but-set-parameter",
            "-Wno-free-nonheap-object",
            "-fno-omit-frame-pointer",
        ],
        compiler = "gcc",
        cpu = cpu,
        cxx_builtin_include_directories = [
            "/usr/%s/include" % system,
            "/usr/include",
            "/usr/lib/gcc-cross/" + system,
        ],
        dbg_compile_flags = ["-g"],
        host_system_name = "local",
        link_flags = [
            "-Wl,-no-as-needed",
            "-Wl,-z,relro,-z,now",
            "-pass-exit-codes",
        ],
        link_libs = _LIBRARIES,
        opt_compile_flags = [
            "-g0",
            "-O2",
            "-D_FORTIFY_SOURCE=1",
            "-DNDEBUG",
            "-ffunction-sections",
            "-fdata-sections",
        ],
        opt_link_flags = ["-Wl,--gc-sections"],
        target_libc = "glibc",
        target_system_name = system,
        tool_paths = {
            tool: "/usr/bin/%s-%s" % (system, tool)
            for tool in _TOOLS
        } | {
            tool: "None"
            for tool in ["llvm-cov", "llvm-profdata", "parse_headers", "validate_static_library"]
        } | ({"gcc": gcc} if gcc else {}),
        toolchain_identifier = system,
        unfiltered_compile_flags = [
            "-fno-canonical-system-headers",
            "-Wno-builtin-macro-redefined",
            "-D__DATE__=\"redacted\"",
            "-D__TIMESTAMP__=\"redacted\"",
            "-D__TIME__=\"redacted\"",
        ],
    )
