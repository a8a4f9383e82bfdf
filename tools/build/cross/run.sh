#!/usr/bin/env bash
# run.sh PROGRAM ARGUMENT ...: runs a program of another processor by QEMU; a script, as it is.
set -euo pipefail
# The 19th byte of an ELF file is that of the processor.
case $(head -c 20 "$1" | od -An -j 18 -N 1 -t u1 | tr -d ' ') in
  183) cpu=aarch64 ;;
  243) cpu=riscv64 ;;
  *) exec "$@" ;;
esac
exec "qemu-$cpu" -L "/usr/$cpu-linux-gnu" "$@"
