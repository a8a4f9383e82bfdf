#!/bin/sh
# headers_c99_test.sh LIBRARY...: Bazel has compiled the operator's headers as C99 into these before
# it runs this.
[ $# -gt 0 ] || { echo "no library of compiled headers" >&2; exit 1; }
for library; do
  [ -s "$library" ] || { echo "$library is empty" >&2; exit 1; }
done
