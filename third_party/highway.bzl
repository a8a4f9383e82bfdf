"""Google Highway: SIMD with run-time dispatch, and the thread pool."""

load(":repository.bzl", "upstream")

def highway():
    upstream(
        name = "highway",
        sha256 = "7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343",
        strip_prefix = "highway-1.2.0",
        urls = ["https://github.com/google/highway/archive/refs/tags/1.2.0.tar.gz"],
    )
