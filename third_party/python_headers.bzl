"""The headers of this machine's Python, for the extension module of runtime/python.

The module keeps to Python's limited API: any later Python loads it, whose headers do not matter.
"""

def _python_headers_impl(repository_ctx):
    python = repository_ctx.which("python3")
    code = "import sysconfig; print(sysconfig.get_path('include'))"
    result = repository_ctx.execute([python, "-c", code]) if python else None
    include = result.stdout.strip() if result and result.return_code == 0 else ""
    if not include or not repository_ctx.path(include + "/Python.h").exists:
        fail("Python.h is not in %s; Debian has it in libpython3-dev" %
             (include or "any folder: there is no python3"))
    repository_ctx.symlink(include, "include")
    repository_ctx.file("BUILD", """cc_library(
    name = "python_headers",
    hdrs = glob(["include/**/*.h"]),
    includes = ["include"],
    visibility = ["//visibility:public"],
)
""")

python_headers_repository = repository_rule(
    implementation = _python_headers_impl,
    local = True,
    doc = "@python_headers, a library without sources.",
)

def python_headers():
    python_headers_repository(name = "python_headers")

def _extension_impl(module_ctx):
    python_headers()

python_headers_extension = module_extension(implementation = _extension_impl)
