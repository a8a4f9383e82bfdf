"""ascendc_kernel(): an operator's kernel, compiled unchanged for the simulated AI Core."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain", "use_cpp_toolchain")
load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library")
load("//tools/build:copts.bzl", "PLACE_COPTS")
load("//tools/build:objects.bzl", "objects_of")

ARCHS = [1001, 2002, 2201, 3002, 3510]

def _kernel_source_impl(ctx):
    tiling = ""
    if ctx.file.tiling:
        tiling = "#include \"%s\"\nusing OpenaclnnDefaultTiling = OpenaclnnTilingOf%s;" % (
            ctx.file.tiling.path,
            ctx.attr.op,
        )
    operands = []
    for operand, dtype in ctx.attr.dtypes.items():
        operands += [
            "#define DTYPE_%s OPENACLNN_DTYPE_%s" % (operand.upper(), dtype),
            "#define ORIG_DTYPE_%s OPENACLNN_DTYPE_NUMBER_%s" % (operand.upper(), dtype),
            "#define FORMAT_%s FORMAT_ND" % operand.upper(),
            # Of a dtype that does not exist the macro would be 0 in #if.
            "static_assert(ORIG_DTYPE_%s >= 0);" % operand.upper(),
        ]
    output = ctx.actions.declare_file(ctx.label.name + ".cc")
    ctx.actions.expand_template(
        output = output,
        substitutions = {
            "@ARCH@": str(ctx.attr.arch),
            "@DEFINITIONS@": "\n".join(["#define " + define for define in ctx.attr.defines]),
            "@DTYPES@": ",".join(ctx.attr.dtypes.values()),
            "@ENTRY@": ctx.attr.entry,
            "@KERNEL@": ctx.attr.kernel,
            "@OPERANDS@": "\n".join(operands),
            "@SOURCE@": ctx.file.src.path,
            "@TILING@": tiling,
        },
        template = ctx.file._template,
    )
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
        "_template": attr.label(
            allow_single_file = True,
            default = "//runtime/aicore:kernel_variant.cc.in",
        ),
    },
    doc = "What is compiled for one variant.",
)

def _isolated_archive_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    objects = []
    for variant in ctx.attr.variants:
        compiled = []
        for linker_input in variant[CcInfo].linking_context.linker_inputs.to_list():
            if linker_input.owner != variant.label:
                continue
            for library in linker_input.libraries:
                compiled += objects_of(library)
        output = ctx.actions.declare_file("%s/%s.o" % (ctx.label.name, variant.label.name))
        args = ctx.actions.args()
        args.add_all([ctx.file._isolate, toolchain.compiler_executable, toolchain.nm_executable])
        args.add_all([toolchain.objcopy_executable, output])
        args.add_all(compiled)
        ctx.actions.run_shell(
            inputs = depset(compiled + [ctx.file._isolate], transitive = [toolchain.all_files]),
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
    library = cc_common.create_library_to_link(
        actions = ctx.actions,
        alwayslink = True,  # kernels are called by name only
        cc_toolchain = toolchain,
        feature_configuration = cc_common.configure_features(
            cc_toolchain = toolchain,
            ctx = ctx,
            requested_features = ctx.features,
            unsupported_features = ctx.disabled_features,
        ),
        pic_static_library = archive,
        static_library = archive,
    )
    linked = depset([cc_common.create_linker_input(
        libraries = depset([library]),
        owner = ctx.label,
    )])
    kernels = CcInfo(linking_context = cc_common.create_linking_context(linker_inputs = linked))
    return [
        DefaultInfo(files = depset([archive])),
        cc_common.merge_cc_infos(
            direct_cc_infos = [kernels],
            cc_infos = [dep[CcInfo] for dep in ctx.attr.deps],
        ),
    ]

_isolated_archive = rule(
    implementation = _isolated_archive_impl,
    attrs = {
        "deps": attr.label_list(providers = [CcInfo]),
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
    lengths = {len(values): operand for operand, values in dtypes.items()}
    if len(lengths) > 1:
        fail("%s: operands %s have different numbers of dtypes, %s" % (
            name,
            ", ".join(lengths.values()),
            ", ".join([str(length) for length in lengths]),
        ))
    return [
        {operand: values[i] for operand, values in dtypes.items()}
        for i in range((lengths or {1: None}).keys()[0])
    ]

def ascendc_kernel(
        name,
        srcs,
        dtypes = {},
        tiling = None,
        host_srcs = [],
        archs = ARCHS,
        kernel = None,
        entry = None,
        op = None,
        defines = [],
        deps = [],
        copts = [],
        **kwargs):
    """A library with a kernel in all its variants; KernelCall finds them.

    Args:
      name: name of the target.
      srcs: the kernel's file, then the files that it includes.
      dtypes: of each operand, by the name in its macro DTYPE_<NAME> in small letters. As in the
        vendor's definition of an operator the first dtypes of all operands are one combination, the
        second ones another, ...
      tiling: the host's header with BEGIN_TILING_DATA_DEF. The target provides it to host code.
      host_srcs: the host side, files with OP_ADD; OperatorCall then runs the operator.
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
    host = [
        Label("//runtime/aicore:aicore"),
        Label("//runtime/aicore:kernel_call"),
        Label("//runtime/aicore/host"),
    ]
    variants = []
    for arch in archs:
        if arch not in ARCHS:
            accepted = ", ".join([str(known) for known in ARCHS])
            fail("%s: arch %s; accepted are %s" % (name, arch, accepted))
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
                # What results depend on; other workspaces do not read our .bazelrc.
                copts = ["-ffp-contract=off"] + PLACE_COPTS + copts,
                textual_hdrs = srcs + ([tiling] if tiling else []),
                deps = deps + host + [Label("//runtime/aicore:kernel_variant")],
                visibility = ["//visibility:private"],
            )
            variants.append(variant)
    _isolated_archive(
        name = name + "_variants",
        deps = deps + host,
        variants = variants,
        visibility = ["//visibility:private"],
    )
    cc_library(
        name = name + "_host",
        srcs = host_srcs,
        hdrs = [tiling] if tiling else [],
        deps = deps + host,
        # Operators are called by name only.
        alwayslink = True,
        visibility = ["//visibility:private"],
    )
    cc_library(
        name = name,
        hdrs = [tiling] if tiling else [],
        deps = host + [
            name + "_host",
            name + "_variants",
        ],
        **kwargs
    )

def ascendc_kernel_comparison(name, kernel, reference, **kwargs):
    """A program that compares a kernel with a function in Python.

    Args:
      name: name of the target; `tools/bazel run` it.
      kernel: label of the ascendc_kernel().
      reference: the file in Python; compare_kernel.py says what is in it.
      **kwargs: as of every rule.
    """
    library = "lib%s.so" % name
    cc_binary(
        name = library,
        linkshared = True,
        deps = [
            kernel,
            Label("//runtime/aicore:kernel_library"),
        ],
        visibility = ["//visibility:private"],
    )
    native.sh_binary(
        name = name,
        srcs = [Label("//runtime/aicore:compare_kernel.py")],
        args = [
            "$(rootpath %s)" % library,
            "$(rootpath %s)" % reference,
        ],
        data = [
            library,
            reference,
        ],
        **kwargs
    )
