"""GoogleTest, for tests only."""

load(":repository.bzl", "upstream")

def googletest():
    upstream(
        name = "com_google_googletest",
        sha256 = "2f54382b5d13d6cd0be2afc524f1e510d37f8ba78c2d439c5bea64ef37e30d01",
        strip_prefix = "googletest-1.16.0",
        urls = ["https://github.com/google/googletest/archive/refs/tags/v1.16.0.tar.gz"],
    )
