"""Everything the project depends on, one file each."""

load(":absl.bzl", "absl")
load(":googletest.bzl", "googletest")
load(":highway.bzl", "highway")
load(":nlohmann_json.bzl", "nlohmann_json")
load(":rules.bzl", "rules")
load(":yaml_cpp.bzl", "yaml_cpp")

def openaclnn_deps():
    absl()
    googletest()
    highway()
    nlohmann_json()
    rules()
    yaml_cpp()
