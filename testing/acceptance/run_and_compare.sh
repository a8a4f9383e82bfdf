#!/usr/bin/env bash
# run_and_compare.sh PROGRAM EXPECTED: the program must exit with 0 and print exactly the file.
set -euo pipefail
printed=$(mktemp)
status=0
"$1" >"$printed" || status=$?
diff -u "$2" "$printed" || { echo "FAILED: $1 printed something else (- expected, + printed)"; exit 1; }
[ "$status" = 0 ] || { echo "FAILED: $1 exited with $status"; exit 1; }
