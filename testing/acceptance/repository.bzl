"""Complete aclnn programs that lie beside the checkout, in ../shared/acceptance (tools/env/enter
says where that is), as an external repository. The project does not depend on them: without that
folder the repository has no programs, and the tests say so."""

def _operator_of(header):
    # aclnn_gelu_backward_v2.h is declared by ops/gelu_backward.
    name = header.removeprefix("aclnn_").removesuffix(".h")
    head, _, tail = name.rpartition("_")
    return head if tail.startswith("v") and tail[1:].isdigit() else name

def _quoted(text, begin, end):
    """What stands between double quotes on the lines that begin with `begin` and end with `end`."""
    return [
        line.split("\"")[1]
        for line in text.splitlines()
        if line.startswith(begin + "\"") and line.endswith(end + "\"")
    ]

def _graph_programs(repository_ctx, folder):
    """Programs that build graphs, with the operators whose build files list their prototypes."""
    if not folder.exists:
        return {}
    builds = {
        op.basename: repository_ctx.read(op.get_child("BUILD"))
        for op in repository_ctx.workspace_root.get_child("ops").readdir()
        if op.get_child("spec.yaml").exists
    }
    programs = {}
    for source in folder.readdir():
        if not source.basename.endswith(".cpp"):
            continue
        name = source.basename.removesuffix(".cpp")
        repository_ctx.symlink(source, name + ".cc")
        repository_ctx.symlink(folder.get_child(name + ".txt"), name + ".txt")
        protos = _quoted(repository_ctx.read(source), "#include ", "_proto.h")
        programs[name] = [
            op
            for op, build in builds.items()
            if [proto for proto in protos if "\"%s\"" % proto in build]
        ]
    return programs

def _acceptance_programs_impl(repository_ctx):
    shared = repository_ctx.os.environ.get("OPENACLNN_SHARED")
    if shared:
        folder = repository_ctx.path(shared)
    else:
        folder = repository_ctx.workspace_root.dirname.get_child("shared")
    folder = folder.get_child("acceptance")
    programs = {}
    if folder.get_child("programs").exists:
        for source in folder.get_child("programs").readdir():
            name = source.basename.removesuffix(".cpp")
            repository_ctx.symlink(source, name + ".cc")
            repository_ctx.symlink(
                folder.get_child("expected").get_child(name + ".txt"),
                name + ".txt",
            )
            headers = [
                line.split("\"")[1].removeprefix("aclnnop/")
                for line in repository_ctx.read(source).splitlines()
                if line.startswith("#include \"aclnnop/")
            ]
            programs[name] = [_operator_of(header) for header in headers]
    graphs = _graph_programs(repository_ctx, folder.get_child("graph"))
    repository_ctx.file(
        "programs.bzl",
        "PROGRAMS = %r\nGRAPH_PROGRAMS = %r\n" % (programs, graphs),
    )
    repository_ctx.file("BUILD", "exports_files(glob([\"*.cc\", \"*.txt\"], allow_empty = True))\n")

acceptance_programs = repository_rule(
    implementation = _acceptance_programs_impl,
    environ = ["OPENACLNN_SHARED"],
    local = True,
    doc = "Symlinks the programs, and lists them with the operators they include " +
          "in PROGRAMS and GRAPH_PROGRAMS (programs.bzl).",
)

def _extension_impl(module_ctx):
    acceptance_programs(name = "acceptance")

acceptance_extension = module_extension(implementation = _extension_impl)
