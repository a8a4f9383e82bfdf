"""Google Benchmark, for measurements only."""

load(":repository.bzl", "upstream")

def _libpfm_impl(repository_ctx):
    repository_ctx.file(
        "BUILD",
        'filegroup(name = "libpfm", visibility = ["//visibility:public"])\n',
    )

# Google Benchmark uses libpfm only with --define=pfm=1, which we do not offer; but queries load
# every branch of its BUILD file.
_libpfm = repository_rule(implementation = _libpfm_impl)

def benchmark():
    upstream(
        name = "com_github_google_benchmark",
        sha256 = "32131c08ee31eeff2c8968d7e874f3cb648034377dfc32a4c377fa8796d84981",
        strip_prefix = "benchmark-1.9.1",
        urls = ["https://github.com/google/benchmark/archive/refs/tags/v1.9.1.tar.gz"],
    )
    _libpfm(name = "libpfm")
