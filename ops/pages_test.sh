#!/bin/sh
# pages_test.sh GENERATED...: docs/ops has these files as they are generated.
status=0
for page; do
  kept=docs/ops/${page##*/}
  if [ ! -f "$kept" ]; then
    echo "$kept is missing" >&2
    status=1
  elif ! diff -u "$kept" "$page"; then
    echo "$kept is not what the specs and headers say" >&2
    status=1
  fi
done
[ $status = 0 ] || echo "run: tools/bazel run //ops:update_docs" >&2
exit $status
