#!/usr/bin/env bash
# tag_test.sh FOUND LABEL...: the file FOUND must have these labels and no others.
set -euo pipefail
found=$1
shift
diff <(sort "$found") <(printf '%s\n' "$@" | sort) && echo "$# tests as expected"
