#!/usr/bin/env bash
# exported_symbols.sh FILE ...: the names that the libraries export, sorted, one to a line. Of
# headers they are the functions that programs may call, of archives (*.a, *.lo) those of namespace
# ge.
set -euo pipefail
export LC_ALL=C

headers=() archives=()
for file; do
  case $file in
    *.h) headers+=("$file") ;;
    *.a | *.lo) archives+=("$file") ;;
  esac
done
names=$(sed -nE 's/^(ACL_FUNC_VISIBILITY|ACLNN_API) [^(]*[ *]([A-Za-z0-9_]+)\(.*/\2/p' \
  "${headers[@]}")
# A declaration that is laid out in another way must not go missing.
marked=$(cat "${headers[@]}" | sed '/^#/d' |
  grep -oE '\b(ACL_FUNC_VISIBILITY|ACLNN_API)\b' | wc -l)
[ "$(wc -l <<<"$names")" = "$marked" ] || {
  echo "$0: $marked functions are declared, but these were found: $names" >&2
  exit 1
}
graph=$(nm --defined-only "${archives[@]}" | sed -nE 's/^[0-9a-f]+ T (_ZNK?2ge.*)/\1/p')
sort -u <<<"$names
$graph"
