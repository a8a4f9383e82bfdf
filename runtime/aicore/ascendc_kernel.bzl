"""ascendc_kernel(): an operator's kernel, compiled unchanged for the simulated AI Core."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain", "use_cpp_toolchain")
load("@rules_cc//cc:defs.bzl", "cc_import", "cc_library")

ARCHS = [1001, 2002, 2201, 3002, 3510]

# Element types: what DTYPE_X and ORIG_DTYPE_X are.
_DTYPES = {
    "bfloat16": ("bfloat16_t", "DT_BF16"),
    "bool": ("bool", "DT_BOOL"),
    "float16": ("half", "DT_FLOAT16"),
    "float32": ("float", "DT_FLOAT"),
    "int16": ("int16_t", "DT_INT16"),
    "int32": ("int32_t", "DT_INT32"),
    "int64": ("int64_t", "DT_INT64"),
    "int8": ("int8_t", "DT_INT8"),
    "uint16": ("uint16_t", "DT_UINT16"),
    "uint32": ("uint32_t", "DT_UINT32"),
    "uint64": ("uint64_t", "DT_UINT64"),
    "uint8": ("uint8_t", "DT_UINT8"),
}

def _kernel_source_impl(ctx):
    lines = ["// Made by ascendc_kernel."]
    lines += ["#define %s" % definition for definition in ctx.attr.defines]
    lines += [
        "#define __NPU_ARCH__ %d" % ctx.attr.arch,
        '#include "runtime/aicore/kernel_variant.h"',
    ]
    if ctx.file.tiling:
        lines.append('#include "%s"' % ctx.file.tiling.path)
        lines.append("using OpenaclnnDefaultTiling = OpenaclnnTilingOf%s;" % ctx.attr.op)
    lines.append('#include "runtime/aicore/kernel_variant_types.h"')
    for operand, dtype in ctx.attr.dtypes.items():
        ctype, number = _DTYPES[dtype]
        lines += [
            "#define DTYPE_%s %s" % (operand.upper(), ctype),
            "#define ORIG_DTYPE_%s %s" % (operand.upper(), number),
            "#define FORMAT_%s FORMAT_ND" % operand.upper(),
        ]
    lines += [
        '#include "%s"' % ctx.file.src.path,
        'OPENACLNN_KERNEL_VARIANT("%s", "%s", %s)' % (
            ctx.attr.kernel,
            ",".join(ctx.attr.dtypes.values()),
            ctx.attr.entry,
        ),
    ]
    output = ctx.actions.declare_file(ctx.label.name + ".cc")
    ctx.actions.write(output, "\n".join(lines) + "\n")
    return [DefaultInfo(files = depset([output]))]

_kernel_source = rule(
    implementation = _kernel_source_impl,
    attrs = {
        "arch": attr.int(mandatory = True),
        "defines": attr.string_list(),
        "dtypes": attr.string_dict(),
        "entry": attr.string(mandatory = True),
        "kernel": attr.string(mandatory = True),
        "op": attr.string(),
        "src": attr.label(allow_single_file = True, mandatory = True),
        "tiling": attr.label(allow_single_file = True),
    },
    doc = "What is compiled: the kernel's file between what the vendor's build would define and the registration.",
)

def _isolated_archive_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    objects = []
    for variant in ctx.attr.variants:
        archives = []
        for linker_input in variant[CcInfo].linking_context.linker_inputs.to_list():
            if linker_input.owner != variant.label:
                continue
            for library in linker_input.libraries:
                archives.append(library.pic_static_library or library.static_library)
        output = ctx.actions.declare_file("%s/%s.o" % (ctx.label.name, variant.label.name))
        args = ctx.actions.args()
        args.add_all([ctx.file._isolate, toolchain.compiler_executable, toolchain.nm_executable])
        args.add_all([toolchain.objcopy_executable, output])
        args.add_all(archives)
        ctx.actions.run_shell(
            inputs = depset(archives + [ctx.file._isolate], transitive = [toolchain.all_files]),
            outputs = [output],
            command = 'exec bash "$@"',
            arguments = [args],
            use_default_shell_env = True,
            mnemonic = "IsolateKernel",
        )
        objects.append(output)
    archive = ctx.actions.declare_file("lib%s.a" % ctx.label.name)
    args = ctx.actions.args()
    args.add(archive)
    args.add_all(objects)
    ctx.actions.run_shell(
        inputs = depset(objects, transitive = [toolchain.all_files]),
        outputs = [archive],
        command = '"%s" rcsD "$@"' % toolchain.ar_executable,
        arguments = [args],
        use_default_shell_env = True,
        mnemonic = "ArchiveKernels",
    )
    return [DefaultInfo(files = depset([archive]))]

_isolated_archive = rule(
    implementation = _isolated_archive_impl,
    attrs = {
        "variants": attr.label_list(providers = [CcInfo]),
        "_isolate": attr.label(
            allow_single_file = True,
            default = "//runtime/aicore:isolate_kernel.sh",
        ),
    },
    fragments = ["cpp"],
    toolchains = use_cpp_toolchain(),
    doc = "The variants as one library, in which the names of one do not meet those of another.",
)

def _combinations(name, dtypes):
    """The combinations of element types, each as a dictionary from operand to dtype."""
    length = -1
    for operand, values in dtypes.items():
        for dtype in values:
            if dtype not in _DTYPES:
                fail("%s: dtype %s of %s; accepted are %s" % (name, dtype, operand, ", ".join(_DTYPES)))
        if length not in (-1, len(values)):
            fail("%s: %s has %d dtypes, other operands %d; the first of each are one combination, and so on" %
                 (name, operand, len(values), length))
        length = len(values)
    return [
        {operand: values[i] for operand, values in dtypes.items()}
        for i in range(length if dtypes else 1)
    ]

def ascendc_kernel(
        name,
        srcs,
        dtypes = {},
        tiling = None,
        archs = ARCHS,
        kernel = None,
        entry = None,
        op = None,
        defines = [],
        deps = [],
        copts = [],
        **kwargs):
    """A library with a kernel in all its variants; FindKernel() and KernelCall find them.

    Args:
      name: name of the target.
      srcs: the kernel's file, then the files that it includes.
      dtypes: of each operand, by the name in its macro DTYPE_<NAME> in small letters. As in the
        vendor's definition of an operator the first dtypes of all operands are one combination, the
        second ones another, ...
      tiling: the host's header with BEGIN_TILING_DATA_DEF. The target provides it to host code.
      archs: architectures (__NPU_ARCH__) to compile for.
      kernel: name of the kernel; default: `name`.
      entry: the kernel function, or an instance of it: "scale<DTYPE_X, 8>"; default: `kernel`.
      op: name by which `tiling` registers the structure; default: `kernel` in capitals,
        add_custom as AddCustom.
      defines: more macros, as "NAME value".
      deps: libraries with more headers.
      copts: more options of the compiler.
      **kwargs: as of every rule (visibility, testonly, ...).
    """
    kernel = kernel or name
    variants = []
    for arch in archs:
        if arch not in ARCHS:
            fail("%s: arch %s; accepted are %s" % (name, arch, ", ".join([str(known) for known in ARCHS])))
        for combination in _combinations(name, dtypes):
            variant = "_".join([name, str(arch)] + combination.values())
            _kernel_source(
                name = variant + "_source",
                src = srcs[0],
                arch = arch,
                defines = defines,
                dtypes = combination,
                entry = entry or kernel,
                kernel = kernel,
                op = op or "".join([word.capitalize() for word in kernel.split("_")]),
                tiling = tiling,
                visibility = ["//visibility:private"],
            )
            cc_library(
                name = variant,
                srcs = [variant + "_source"],
                # What results depend on must be said here: other workspaces do not read our .bazelrc.
                copts = ["-ffp-contract=off"] + copts,
                textual_hdrs = srcs + ([tiling] if tiling else []),
                deps = deps + [
                    Label("//runtime/aicore:aicore"),
                    Label("//runtime/aicore:kernel_variant"),
                ],
                visibility = ["//visibility:private"],
            )
            variants.append(variant)
    _isolated_archive(
        name = name + "_variants",
        variants = variants,
        visibility = ["//visibility:private"],
    )
    cc_import(
        name = name + "_import",
        static_library = name + "_variants",
        alwayslink = True,
        visibility = ["//visibility:private"],
    )
    cc_library(
        name = name,
        hdrs = [tiling] if tiling else [],
        deps = [
            name + "_import",
            Label("//runtime/aicore:aicore"),
            Label("//runtime/aicore:kernel_call"),
        ],
        **kwargs
    )
