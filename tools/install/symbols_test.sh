#!/usr/bin/env bash
# symbols_test.sh LIBRARY LIST [PREFIX]: the shared library exports exactly what the checked-in list
# says, and needs no system newer than is promised. PREFIX: of the names of nm and objdump, if the
# library is for another processor.
set -euo pipefail
export LC_ALL=C
status=0
prefix=${3:-}

diff -u "$2" <("${prefix}nm" -D --defined-only "$1" | awk '{print $3}' | sort) || {
  echo "$2 (-) is not what the library exports (+);" \
    "if that is meant: tools/bazel run //ops:update_docs" >&2
  status=1
}

# Debian 12 has glibc 2.36, Ubuntu 22.04 has 2.35.
promised=2.35
needed=$("${prefix}objdump" -T "$1" | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -uV |
  tail -n 1)
echo "the library needs glibc $needed"
[ "$(printf '%s\n' "$needed" "$promised" | sort -V | tail -n 1)" = "$promised" ] || {
  "${prefix}objdump" -T "$1" | grep -F "GLIBC_$needed" >&2
  echo "the library needs glibc $needed for these; promised is $promised" \
    "(a new name of an old function: tools/install/isoc23.c)" >&2
  status=1
}

libraries=$("${prefix}objdump" -p "$1" | awk '$1 == "NEEDED" {print $2}' | sort | xargs)
[[ $libraries =~ ^ld-linux-(x86-64.so.2|aarch64.so.1)" libc.so.6 libm.so.6"$ ]] || {
  echo "the library needs $libraries" >&2
  status=1
}
exit $status
