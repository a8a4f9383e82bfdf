#!/usr/bin/env bash
# aicore_prefix.sh COMPILER AR HEADERS OUTPUT OBJECTS FOLDERS [FILE FOLDER] ...: OUTPUT becomes a
# tar archive of
#     lib/libopenaclnn_aicore.a     all of OBJECTS
#     include/openaclnn_aicore/...  what HEADERS includes, looked for in FOLDERS
# and each FILE in its FOLDER.
set -euo pipefail
compiler=$1 ar=$2 headers=$3 output=$4
read -ra objects <<<"$5"
read -ra folders <<<"$6"
shift 6
prefix=$(mktemp -d)
trap 'rm -r "$prefix"' EXIT
mkdir -p "$prefix/lib"
"$ar" qcsD "$prefix/lib/libopenaclnn_aicore.a" "${objects[@]}"

options=(-std=c++20 -x c++ -D__NPU_ARCH__=2201 -MM "${folders[@]/#/-I}")
included=$("$compiler" "${options[@]}" "$headers" | tr -d '\\\n')
for file in ${included#*:}; do
  [ "$file" != "$headers" ] || continue
  # Without the folder of another repository, or of files that the build wrote.
  name=$(sed -E 's|.*external/[^/]*/||; s|^bazel-out/[^/]*/bin/||' <<<"$file")
  command -p install -D -m 644 "$file" "$prefix/include/openaclnn_aicore/$name"
done
while [ $# -gt 0 ]; do
  command -p install -D -m 644 "$1" "$prefix/$2/${1##*/}"
  shift 2
done
tar --sort=name --mtime=@0 --owner=0 --group=0 -C "$prefix" -cf "$output" include lib share
