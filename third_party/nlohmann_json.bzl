"""nlohmann/json, the only JSON reader: of cases and reports, and of aclInit's file
(//:config_file). No operator links it."""

load(":repository.bzl", "upstream")

def nlohmann_json():
    upstream(
        name = "nlohmann_json",
        sha256 = "0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406",
        strip_prefix = "json-3.11.3",
        urls = ["https://github.com/nlohmann/json/archive/refs/tags/v3.11.3.tar.gz"],
    )
