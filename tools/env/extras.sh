# Packages beyond those of definition.sh, for the tools that ask:
# tools/env/enter --with=NAME COMMAND ...
# The folder of such an environment is named after a hash of its packages here too. So a change here
# makes neither the environment of everybody nor the other ones again.
declare -A ENV_EXTRAS=(
  [torch]="python3-torch python3-safetensors python3-mpmath libdnnl-dev"
  [browser]="chromium"
  [cache]="nginx"
  # A server for remote execution, and what testing/remote/versions.py speaks its protocol with.
  [execution]="buildbox python3-grpcio"
  # --config=aarch64: a cross compiler and a processor to run its programs.
  [aarch64]="g++-aarch64-linux-gnu qemu-user"
  [riscv64]="g++-riscv64-linux-gnu qemu-user"
  # For people's programs; the library is built by the compiler of definition.sh.
  [compilers]="g++-13 g++-14 g++-15 g++-16 clang-21 clang-22 musl-tools"
)
# What such programs link.
ENV_EXTRAS[aarch64]+=" libgmp-dev:arm64 libmpfr-dev:arm64 libpython3-dev:arm64"
ENV_EXTRAS[riscv64]+=" libgmp-dev:riscv64 libmpfr-dev:riscv64 libpython3-dev:riscv64"
# What docs/accuracy_table.md measures: the libraries of "torch" and others.
ENV_EXTRAS[accuracy]="${ENV_EXTRAS[torch]} python3-onnx python3-onnxruntime libggml-dev"
ENV_EXTRAS[accuracy]+=" libtensorflow-lite-dev libxnnpack-dev"
# What torch.compile compiles its kernels with.
ENV_EXTRAS[compile]="${ENV_EXTRAS[torch]} libtorch-dev"
