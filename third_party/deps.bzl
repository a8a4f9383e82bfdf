"""Everything the project depends on, one file each."""

load(":absl.bzl", "absl")
load(":benchmark.bzl", "benchmark")
load(":googletest.bzl", "googletest")
load(":highway.bzl", "highway")
load(":nlohmann_json.bzl", "nlohmann_json")
load(":python_headers.bzl", "python_headers")
load(":rules.bzl", "rules")
load(":yaml_cpp.bzl", "yaml_cpp")

def openaclnn_deps():
    absl()
    benchmark()
    googletest()
    highway()
    nlohmann_json()
    python_headers()
    rules()
    yaml_cpp()
