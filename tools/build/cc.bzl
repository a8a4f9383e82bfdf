"""C++ targets of our own code: with its warnings, and no slower to compile than they have to be."""

load(
    "@rules_cc//cc:defs.bzl",
    _cc_binary = "cc_binary",
    _cc_library = "cc_library",
    _cc_test = "cc_test",
)
load(
    "//tools/build:copts.bzl",
    "IN_OTHER_WORKSPACE",
    "OPENACLNN_COPTS",
    "OPENACLNN_SIMD_COPTS",
    "PLACE_COPTS",
)

# What runs the cases takes a third less time to compile, and as long to run. Specgen takes 100 s to
# compile, and runs for 0.06 s for each operator.
_LIGHTLY_OPTIMIZED = ["testing", "tools/specgen"]

_FOREACH_TARGET = str(Label("//runtime/base:foreach_target"))

def _level(test, optimized):
    package = native.package_name()
    if optimized:
        return []

    # Compiling a test takes longer than running it, and half as long without optimization.
    if test:
        return ["-O0"]
    for folder in _LIGHTLY_OPTIMIZED:
        if package == folder or package.startswith(folder + "/"):
            return ["-O1"]
    return []

def _make(rule, attributes, copts, simd, optimized, precompiled):
    """A target of a rule of rules_cc.

    Args:
      rule: the rule.
      attributes: those that the target gives and the rule knows.
      copts: options of the compiler; None: OPENACLNN_COPTS.
      simd: whether Highway compiles the files for several SIMD targets: `copts` then come after
        OPENACLNN_SIMD_COPTS, and the files include runtime/base/foreach_target.h.
      optimized: whether the compiler optimizes as much as for users (--compilation_mode), where
        files like these are compiled with less.
      precompiled: the precompiled headers that the files use, False for none; None: those of their
        options, if all are C++ with no other options for the code that the compiler makes.
    """
    plain = copts or []
    if simd:
        copts = OPENACLNN_SIMD_COPTS + plain
        attributes["deps"] = attributes.get("deps", []) + [_FOREACH_TARGET]
    elif copts == None:
        copts = OPENACLNN_COPTS
    sources = [src for src in attributes.get("srcs", []) if not src.endswith(".h")]
    if precompiled == None:
        precompiled = sources and not any([src.endswith(".c") for src in sources] + [
            option.startswith(("-f", "-m", "-O")) and option not in PLACE_COPTS
            for option in plain
        ])
    if not IN_OTHER_WORKSPACE:
        level = _level(rule == _cc_test, optimized)
        copts = copts + level
        if precompiled == True:
            precompiled = "//tools/build:headers"
            precompiled += "".join([option.replace("-", "_") for option in level])
            if PLACE_COPTS[0] in plain:
                precompiled += "_places"
            elif simd and not level:
                precompiled += "_simd"
        if precompiled:
            label = native.package_relative_label(precompiled)

            # Only a library would hand its deps on, and only a library has another way.
            inputs = "additional_compiler_inputs" if rule == _cc_library else "deps"
            attributes[inputs] = attributes.get(inputs, []) + select({
                "//tools/build:precompiled": [label],
                "//conditions:default": [],
            })
            copts = copts + select({
                "//tools/build:precompiled": [
                    "-include",
                    "$(BINDIR)/%s/%s.h" % (label.package, label.name),
                ],
                "//conditions:default": [],
            })
    rule(copts = copts, **attributes)

def cc_library(copts = None, simd = False, optimized = False, precompiled = None, **attributes):
    """A library: attributes of rules_cc's, and options of _make()."""
    _make(_cc_library, attributes, copts, simd, optimized, precompiled)

def cc_binary(copts = None, simd = False, optimized = False, precompiled = None, **attributes):
    """A program: attributes of rules_cc's, and options of _make()."""
    _make(_cc_binary, attributes, copts, simd, optimized, precompiled)

def cc_test(copts = None, simd = False, optimized = False, precompiled = None, **attributes):
    """A test: attributes of rules_cc's, and options of _make()."""
    _make(_cc_test, attributes, copts, simd, optimized, precompiled)
