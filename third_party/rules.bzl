"""Bazel rule sets that the libraries load."""

load(":repository.bzl", "upstream")

_BAZELBUILD = "https://github.com/bazelbuild/"

def rules():
    upstream(
        name = "bazel_skylib",
        sha256 = "bc283cdfcd526a52c3201279cda4bc298652efa898b10b4db0837dc51652756f",
        urls = [_BAZELBUILD + "bazel-skylib/releases/download/1.7.1/bazel-skylib-1.7.1.tar.gz"],
    )
    upstream(
        name = "platforms",
        sha256 = "218efe8ee736d26a3572663b374a253c012b716d8af0c07e842e82f238a0a7ee",
        urls = [_BAZELBUILD + "platforms/releases/download/0.0.10/platforms-0.0.10.tar.gz"],
    )
    upstream(
        name = "rules_cc",
        sha256 = "2037875b9a4456dce4a79d112a8ae885bbc4aad968e6587dca6e64f3a0900cdf",
        strip_prefix = "rules_cc-0.0.9",
        urls = [_BAZELBUILD + "rules_cc/releases/download/0.0.9/rules_cc-0.0.9.tar.gz"],
    )
    upstream(
        name = "rules_license",
        sha256 = "4531deccb913639c30e5c7512a054d5d875698daeb75d8cf90f284375fe7c360",
        urls = [_BAZELBUILD + "rules_license/releases/download/0.0.7/rules_license-0.0.7.tar.gz"],
    )
