#!/usr/bin/env bash
# instantiate_templates_test.sh PLUGIN: the compiler loads it, and instantiates where the pragma
# stands. Without it, precompiled headers are made and sources compile, only slower.
set -euo pipefail

cat >"$TEST_TMPDIR/source.cc" <<'CC'
template <class T>
struct Used {
  void Use() { static_assert(sizeof(T) == 0, "at the pragma"); }
};
inline void Use() { Used<int>().Use(); }
#pragma instantiate_templates
static_assert(false, "behind the pragma");
CC
said=$(g++ -std=c++20 -Wall -Werror -fmax-errors=1 "-fplugin=$1" -fsyntax-only \
  "$TEST_TMPDIR/source.cc" 2>&1) && { echo "FAILED: the source compiles" >&2; exit 1; }
[[ $said == *"at the pragma"* ]] || { echo "FAILED: the first error is: $said" >&2; exit 1; }
