"""yaml-cpp, read by tools/specgen only."""

load(":repository.bzl", "upstream")

def yaml_cpp():
    upstream(
        name = "yaml-cpp",
        sha256 = "fbe74bbdcee21d656715688706da3c8becfd946d92cd44705cc6098bb23b3a16",
        strip_prefix = "yaml-cpp-0.8.0",
        urls = ["https://github.com/jbeder/yaml-cpp/archive/refs/tags/0.8.0.tar.gz"],
    )
