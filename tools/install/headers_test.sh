#!/usr/bin/env bash
# headers_test.sh INSTALLED_FILES: what is installed beside the libraries compiles: each header
# alone, and all examples at once.
set -euo pipefail

fail() { echo "FAILED: $*" >&2; exit 1; }

prefix=$TEST_TMPDIR/prefix
mkdir "$prefix"
tar -C "$prefix" -xf "$1"
cd "$TEST_TMPDIR"
warnings=(-Wall -Wextra -Werror)

# One declares nothing, which ISO C forbids a source.
echo "extern int used;" >used.h
gcc -std=c99 "${warnings[@]}" -pedantic "-I$prefix/include" -include ./used.h -fsyntax-only -x c \
  "$prefix"/include/aclnnop/*.h || fail "a header does not compile alone"

# Those of graphs, from the folders that they are included from.
options=(-std=c++17 "${warnings[@]}" "-I$prefix/include")
folders=("-I$prefix/include/"{graph,ge,op_proto})
mapfile -t headers < <(cd "$prefix/include" && find graph ge -name '*.h' | sort)
[ ${#headers[@]} -gt 10 ] || fail "${#headers[@]} headers of graphs are installed"
for header in "${headers[@]}"; do
  g++ "${options[@]}" "${folders[@]}" -fsyntax-only -x c++ - <<<"#include \"$header\"" ||
    fail "$header does not compile alone"
done

examples=("$prefix"/share/doc/openaclnn/examples/*.cc)
[ ${#examples[@]} -gt 40 ] || fail "${#examples[@]} examples are installed"
for ((i = 0; i < ${#examples[@]}; ++i)); do
  printf '#define main main_%s\n#include "%s"\n#undef main\n' $i "${examples[i]}"
done >all.cc
# What is not called main any more does not return 0 by itself.
g++ "${options[@]}" -Wno-return-type -fsyntax-only all.cc
