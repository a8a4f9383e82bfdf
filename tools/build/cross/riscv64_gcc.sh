#!/usr/bin/env bash
# GCC for riscv64 without an option that Highway's BUILD file has for clang.
set -euo pipefail
arguments=()
for argument; do
  [[ $argument == -menable-experimental-extensions ]] || arguments+=("$argument")
done
exec /usr/bin/riscv64-linux-gnu-gcc "${arguments[@]}"
