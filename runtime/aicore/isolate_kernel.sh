#!/usr/bin/env bash
# isolate_kernel.sh COMPILER NM OBJCOPY OUTPUT FILE ...: one object of the given objects or
# archives, whose own names are hidden. A kernel is compiled once for each architecture and each
# combination of element types. Its variants have functions and classes of the same names, and stand
# in one program.
set -euo pipefail
compiler=$1 nm=$2 objcopy=$3 output=$4
shift 4
# --force-group-allocation: each variant keeps its own inline functions, which macros made
# different.
"$compiler" -r -nostdlib -o "$output" -Wl,--force-group-allocation -Wl,--whole-archive "$@"
# objcopy hides global and weak names, but not those that the C++ library marks as unique. clang
# marks none, and objcopy refuses an empty list.
unique=$(mktemp)
trap 'rm "$unique"' EXIT
"$nm" --defined-only "$output" | sed -n 's/.* u //p' >"$unique"
[ ! -s "$unique" ] || "$objcopy" --weaken-symbols="$unique" "$output"
# Nothing has this name, so all are hidden.
"$objcopy" --keep-global-symbol=openaclnn_nothing "$output"
