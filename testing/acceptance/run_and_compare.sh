#!/usr/bin/env bash
# run_and_compare.sh PROGRAM EXPECTED [--zeros-are-equal]: the program must exit with 0 and print
# exactly the file; with the option a zero may have either sign.
set -euo pipefail
unsigned_zeros() {
  if [ "${zeros:-}" = --zeros-are-equal ]; then
    sed -E 's/(^| )-(0\.0+)( |$)/\1\2\3/g' "$1"
  else
    cat "$1"
  fi
}
zeros=${3:-}
printed=$(mktemp)
status=0
"$1" >"$printed" || status=$?
diff -u <(unsigned_zeros "$2") <(unsigned_zeros "$printed") ||
  { echo "FAILED: $1 printed something else (- expected, + printed)"; exit 1; }
[ "$status" = 0 ] || { echo "FAILED: $1 exited with $status"; exit 1; }
