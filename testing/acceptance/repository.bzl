"""Complete aclnn programs that lie beside the checkout, in ../shared/acceptance (tools/env/enter says where that is), as an external repository. The project does not depend on them:
without that folder the repository has no programs, and the tests say so."""

def _operator_of(header):
    # aclnn_gelu_backward_v2.h is declared by ops/gelu_backward.
    name = header.removeprefix("aclnn_").removesuffix(".h")
    head, _, tail = name.rpartition("_")
    return head if tail.startswith("v") and tail[1:].isdigit() else name

def _acceptance_programs_impl(repository_ctx):
    shared = repository_ctx.os.environ.get("OPENACLNN_SHARED")
    folder = repository_ctx.path(shared) if shared else repository_ctx.workspace_root.dirname.get_child("shared")
    folder = folder.get_child("acceptance")
    programs = {}
    if folder.get_child("programs").exists:
        for source in folder.get_child("programs").readdir():
            name = source.basename.removesuffix(".cpp")
            repository_ctx.symlink(source, name + ".cc")
            repository_ctx.symlink(folder.get_child("expected").get_child(name + ".txt"), name + ".txt")
            headers = [
                line.split("\"")[1].removeprefix("aclnnop/")
                for line in repository_ctx.read(source).splitlines()
                if line.startswith("#include \"aclnnop/")
            ]
            programs[name] = [_operator_of(header) for header in headers]
    repository_ctx.file("programs.bzl", "PROGRAMS = " + repr(programs) + "\n")
    repository_ctx.file("BUILD", "exports_files(glob([\"*.cc\", \"*.txt\"], allow_empty = True))\n")

acceptance_programs = repository_rule(
    implementation = _acceptance_programs_impl,
    environ = ["OPENACLNN_SHARED"],
    local = True,
    doc = "Symlinks the programs, and lists them with the operators they include in PROGRAMS (programs.bzl).",
)
