#!/bin/sh
# page_test.sh GENERATED CHECKED_IN
if [ ! -f "$2" ]; then
  echo "$2 is missing; run: tools/bazel run //ops:update_docs" >&2
  exit 1
fi
diff -u "$2" "$1" || { echo "$2 is not what the specs and headers say; run: tools/bazel run //ops:update_docs" >&2; exit 1; }
