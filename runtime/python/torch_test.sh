#!/usr/bin/env bash
# torch_test.sh: tests that pip installs the Python package, then the package with PyTorch, which is
# in an environment of its own and therefore not in `tools/bazel test`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
checkout=$PWD

tools/bazel build --symlink_prefix=/ //runtime/python:torch_test
files=$(tools/bazel info bazel-bin)/runtime/python/torch_test.runfiles/_main
installed=$(mktemp -d)
trap 'rm -rf "$installed"' EXIT
if python3 -m pip --version >/dev/null 2>&1; then
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-index \
    --no-deps --target "$installed" ./runtime/python
else
  echo "torch_test.sh: there is no pip; the wheel is unpacked instead"
  tools/env/enter python3 -m zipfile -e "$files"/runtime/python/*.whl "$installed"
fi

cd "$files"
run() {
  "$checkout/tools/env/enter" --with=torch \
    env PYTHONPATH="$installed" PYTHONDONTWRITEBYTECODE=1 python3 "$@"
}
run runtime/python/torch_test
run "$checkout/docs/examples/train_torch.py"
run "$checkout/docs/examples/perceptron_torch.py" --check
echo "torch_test.sh: passed"
