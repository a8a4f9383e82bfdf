"""openaclnn_op(): every target of an operator, from the files of its directory."""

load("//testing:conformance.bzl", "conformance_test", "conformance_tests", "tags_file")
load("//testing:program.bzl", "operator_module")
load("//testing/backends:backends.bzl", "backends_test")
load("//testing/exhaustive:exhaustive.bzl", "accuracy_tests")
load("//testing/mutants:mutants.bzl", "mutants_test")
load("//tools/bench:bench.bzl", "bench_targets", "timeline_target")
load("//tools/build:cc.bzl", "cc_binary", "cc_library")
load("//tools/build:copts.bzl", "ASCENDC_COPTS")

_HEADERS = "//runtime/acl:headers"

def _check_deps(name, deps):
    for dep in deps:
        is_operator = dep.startswith("//ops/") or dep.startswith("//ops:")
        if is_operator and not dep.startswith("//ops/math/"):
            fail(("%s depends on %s: an operator may not depend on another operator; mathematics " +
                  "they share belongs in //ops/math") % (name, dep))

def openaclnn_op(name, headers = None, protos = [], sweeps = {}, manual_sweeps = {}, deps = []):
    """The operator in this directory.

    It has spec.yaml, host.cc, cpu_kernel.cc, device_kernel.h, reference.py and golden/. One whose
    device kernels are those of a room (deps) needs no device_kernel.h.
    Makes the public library (the C functions and their headers), :example and :conformance with its
    tests, and a test that the example runs.

    Args:
      name: name of the operator and of its directory.
      headers: the public headers that spec.yaml names, if they are not aclnn_<name>.h alone. They
        are repeated here because Bazel must know the names of files before it can read YAML;
        specgen refuses a list that does not match.
      protos: the headers of the operator types under `ir:` in spec.yaml, e.g. ["add_proto.h"];
        repeated for the same reason.
      sweeps: how the functions are measured against the oracle (accuracy_tests in
        testing/exhaustive/exhaustive.bzl). Without sweeps :accuracy says that there is nothing to
        measure, and has no tests.
      manual_sweeps: the same, of functions without a measurement on the page (there as well).
      deps: of cpu_kernel.cc, the rooms of its functions as a rule, e.g. ["//ops/math/selu"].
    """
    _check_deps(name, deps)
    tags = ["op:" + name]
    headers = headers or ["aclnn_%s.h" % name]
    public_headers = ["include/aclnnop/" + header for header in headers]
    proto_headers = ["include/op_proto/" + proto for proto in protos]
    ir_source = [name + "_ir.cc"] if protos else []
    native.exports_files(
        ["spec.yaml", "reference.py"],
        visibility = ["//:__pkg__", "//docs:__pkg__", "//ops:__pkg__", "//tools:__subpackages__"],
    )

    # Stored packed, and read by everything else as safetensors.
    data = []
    for packed in native.glob(["golden/*.safetensors.z"], allow_empty = True):
        data.append(packed.removesuffix(".z"))
        native.genrule(
            name = "unpack_" + packed.rpartition("/")[2],
            srcs = [packed],
            outs = [packed.removesuffix(".z")],
            cmd = "$(execpath //tools/golden:pack.py) $< $@",
            tools = ["//tools/golden:pack.py"],
        )
    native.filegroup(
        name = "golden",
        srcs = data + ["cases.json", "reference.py"],
        visibility = ["//ops:__pkg__"],
    )

    accuracy = native.glob(["golden/ACCURACY.json"], allow_empty = True)
    counts = ["golden/INSTRUCTIONS.json", "golden/MUTANTS.json"]
    golden = native.glob(["golden/*.json"], exclude = counts, allow_empty = True) + data
    native.genrule(
        name = "generate",
        srcs = [
            "spec.yaml",
            "//runtime/products:products.yaml",
            "//testing/profiles",
            "//tools/specgen:specgen_native",
        ] + accuracy,
        outs = public_headers + proto_headers + ir_source + ["cases.json", "example.cc"] +
               [name + suffix for suffix in ["_spec.h", "_api.cc", "_invoke.cc", ".md"]],
        cmd = " ".join([
            "profiles='$(execpaths //testing/profiles)';",
            "$(execpath //tools/specgen:specgen_native) op",
            "--products=$(execpath //runtime/products:products.yaml) --profiles=$${profiles// /,}",
            " ".join(["--accuracy=$(execpath %s)" % file for file in accuracy]),
            "--headers=%s" % ",".join(headers),
        ] + (["--protos=%s" % ",".join(protos)] if protos else []) + [
            "--out=$(RULEDIR) $(execpath spec.yaml)",
        ]),
        visibility = ["//:__pkg__", "//testing:__subpackages__", "//tools/bench:__pkg__"],
    )
    native.filegroup(
        name = "golden_data",
        srcs = data,
        visibility = ["//testing:__subpackages__"],
    )
    native.filegroup(
        name = "golden_info",
        srcs = native.glob(["golden/*.json"], allow_empty = True),
        visibility = ["//docs:__pkg__", "//testing:__subpackages__"],
    )

    cc_library(
        name = "spec",
        hdrs = [name + "_spec.h"],
        deps = [_HEADERS],
    )

    # An operator that only moves or converts data has no kernels of its own.
    cc_library(
        name = "cpu_kernel",
        srcs = native.glob(["cpu_kernel.cc"], allow_empty = True),
        simd = True,
        local_defines = ["HWY_TARGET_INCLUDE=\\\"ops/%s/cpu_kernel.cc\\\"" % name],
        deps = [
            "//ops/math:shared",
            "//runtime/cpu",
            "//runtime/cpu:convert",
            "//runtime/cpu:kernel_inl",
            "//runtime/tensor",
            "@highway//:hwy",
        ] + deps,
    )
    native.filegroup(
        name = "public_headers",
        srcs = public_headers,
        visibility = ["//:__pkg__"],
    )
    native.filegroup(
        name = "page",
        srcs = [name + ".md"],
        visibility = ["//ops:__pkg__"],
    )
    cc_library(
        name = name,
        precompiled = "//ops/device:host_headers",
        srcs = native.glob(["device_kernel.h"], allow_empty = True) + ["host.cc", name + "_api.cc"],
        hdrs = public_headers,
        copts = ASCENDC_COPTS,
        includes = ["include"],
        visibility = ["//visibility:public"],
        deps = [
            ":cpu_kernel",
            ":spec",
            _HEADERS,
            "//ops/device",
            "//ops/device:fill",
            "//ops/device:variants",
            "//runtime/acl",
            "//runtime/aicore",
            "//runtime/cpu",
            "//runtime/executor",
            "//runtime/executor:indexed",
            "//runtime/rules",
            "//runtime/tensor",
            "@com_google_absl//absl/container:inlined_vector",
        ] + deps + [dep + ":device" for dep in deps if dep.startswith("//ops/math/")],
    )

    # The operator in graphs: prototypes of its types, and the tables by which graphs run them.
    native.filegroup(
        name = "proto_headers",
        srcs = proto_headers,
        visibility = ["//:__pkg__"],
    )
    cc_library(
        name = "ir",
        precompiled = "//tools/build:headers_standard",
        srcs = ir_source,
        hdrs = proto_headers,
        includes = ["include/op_proto"],
        visibility = ["//visibility:public"],
        deps = [
            ":" + name,
            _HEADERS,
            "//runtime/graph:headers",
            "//runtime/graph:registry",
        ] if protos else [],
        # Graphs find it by its registration only.
        alwayslink = True,
    )

    cc_binary(
        name = "example",
        srcs = ["example.cc"],
        precompiled = False,  # as users compile it
        visibility = ["//visibility:public"],
        deps = [":" + name, _HEADERS],
    )
    conformance_test(name = "example_test", size = "small", binary = ":example", tags = tags)

    cc_library(
        name = "invoke",
        precompiled = "//tools/build:headers_standard",
        testonly = True,
        srcs = [name + "_invoke.cc"],
        visibility = [
            "//testing:__subpackages__",
            "//tools/bench:__pkg__",
        ],
        deps = [":" + name, _HEADERS, "//testing:invoke"],
        alwayslink = True,
    )
    operator_module(
        name = "module",
        testonly = True,
        invoke = ":invoke",
        visibility = ["//tools/bench:__pkg__"],
    )
    conformance_tests(
        name = "conformance",
        backends = ["cpu", "aicore"],
        cases = ":cases.json",
        golden = golden,
        sweeps = sweeps,
    )
    backends_test(
        name = "backends",
        cases = ":cases.json",
        draws = 125,
    )
    accuracy_tests(
        name = "accuracy",
        cases = ":cases.json",
        manual_sweeps = manual_sweeps,
        sweeps = sweeps,
    )
    mutants_test(
        name = "mutants",
        cases = ":cases.json",
        golden = golden,
    )

    bench_targets(cases = ":cases.json")
    timeline_target(cases = ":cases.json")

    tags_file(name = "tags.txt")
