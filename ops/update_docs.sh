#!/bin/sh
# Copies generated pages into docs/ops. Run by `tools/bazel run //ops:update_docs`.
set -eu
target=${BUILD_WORKSPACE_DIRECTORY:?run this through tools/bazel run}/docs/ops
mkdir -p "$target"
for page in "$@"; do
  name=$(basename "$page")
  if cmp -s "$page" "$target/$name"; then
    echo "docs/ops/$name is up to date"
  else
    cp "$page" "$target/$name"
    chmod 644 "$target/$name"
    echo "docs/ops/$name written"
  fi
done
