# What the build environment consists of. Every change here makes a new environment (its folder is
# named after a hash of this file, of provision.sh, of what these two put there, and of what is
# locked); only extras.sh can add to what is installed.

# Debian suites for the root filesystem; the first that can be built wins.
ENV_SUITES=(forky sid)

ENV_PACKAGES=(
  bazel-bootstrap bazel-platforms bazel-rules-cc bazel-skylib
  ca-certificates
  clang clang-format libclang-rt-dev lld
  cmake make pkgconf
  file
  g++
  git
  libgmp-dev libmpfr-dev
  libpython3-dev
  python3 python3-numpy
  valgrind
)

# Libraries that Bazel builds from source, taken from the Debian source packages of a suite that no
# longer moves. The checksum is that of the .orig tarball; MODULE.bazel and third_party/*.bzl name
# the same releases in the registry and at their upstream addresses.
# repository of WORKSPACE | module | source package | version | sha256
ENV_SOURCE_SUITE=trixie
ENV_SOURCES=(
  "com_github_google_benchmark|google_benchmark|benchmark|1.9.1-1|\
32131c08ee31eeff2c8968d7e874f3cb648034377dfc32a4c377fa8796d84981"
  "com_google_absl|abseil-cpp|abseil|20240722.0-4|\
df6d1f5ef540725f3851201176a60486aab332410788465c9877910bb471c34a"
  "com_google_googletest|googletest|googletest|1.16.0-1|\
2f54382b5d13d6cd0be2afc524f1e510d37f8ba78c2d439c5bea64ef37e30d01"
  "highway|highway|highway|1.2.0-2|\
7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343"
  "nlohmann_json|nlohmann_json|nlohmann-json3|3.11.3-2.1|\
0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406"
  "yaml-cpp|yaml-cpp|yaml-cpp|0.8.0+dfsg-7|\
32c85a5f36633a9005b20261b35fccb0d8ec69e9ef16c67de7d5d007944e3709"
)

# Rule sets that Debian ships with Bazel: repository and module | folder.
ENV_RULES=(
  "bazel_features|/usr/share/bazel/tools/features"
  "bazel_skylib|/usr/share/bazel/tools/skylib"
  "platforms|/usr/share/bazel/tools/platforms"
  "rules_cc|/usr/share/bazel/rules/cc"
  "rules_java|/usr/share/bazel/rules/java"
  "rules_license|/usr/share/bazel/rules/license"
  "rules_proto|/usr/share/bazel/rules/proto"
  "rules_python|/usr/share/bazel/rules/python"
)

# Modules that Bazel and those above name, and of which nothing here is used.
ENV_UNUSED_MODULES=(apple_support buildozer libpfm protobuf re2 rules_foreign_cc zlib)

# Modules of both lists that projects which use openaclnn do not need (--config=development).
ENV_DEVELOPMENT_MODULES=(google_benchmark libpfm rules_foreign_cc)
