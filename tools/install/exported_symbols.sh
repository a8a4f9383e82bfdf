#!/usr/bin/env bash
# exported_symbols.sh HEADER ...: the names of the functions that the headers declare for programs to call, sorted, one to a line.
set -euo pipefail
export LC_ALL=C

names=$(sed -nE 's/^(ACL_FUNC_VISIBILITY|ACLNN_API) [^(]*[ *]([A-Za-z0-9_]+)\(.*/\2/p' "$@")
# A declaration that is laid out in another way must not go missing.
marked=$(cat "$@" | sed '/^#/d' | grep -oE '\b(ACL_FUNC_VISIBILITY|ACLNN_API)\b' | wc -l)
[ "$(wc -l <<<"$names")" = "$marked" ] || { echo "$0: $marked functions are declared, but these were found: $names" >&2; exit 1; }
sort -u <<<"$names"
