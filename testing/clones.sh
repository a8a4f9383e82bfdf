# For scripts that build in clones of the committed state of this checkout.

CHECKOUT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/openaclnn-clones.XXXXXX")
background=()

fail() { echo "FAILED: $*" >&2; exit 1; }

clean_up() {
  local clone
  for clone in "$work"/*/; do
    [ ! -x "$clone/tools/bazel" ] || (cd "$clone" && tools/bazel clean --expunge >/dev/null 2>&1)
  done
  [ ${#background[@]} = 0 ] || kill "${background[@]}" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

# clone NAME [LINE ...]: a clone in $work/NAME with these lines in its user.bazelrc. The options of
# this checkout's user.bazelrc that limit Bazel hold there too.
clone() {
  git clone -q "$CHECKOUT" "$work/$1"
  {
    grep -shE '^(build --(local_test_)?jobs=|startup --host_jvm_args=)' "$CHECKOUT/user.bazelrc" || true
    printf '%s\n' "${@:2}"
  } >"$work/$1/user.bazelrc"
}
# For builds that use nothing of other builds.
NO_CACHE="common --disk_cache="

# bazel NAME ARGUMENT ...: Bazel in a clone.
bazel() { (cd "$work/$1" && shift && tools/bazel "$@"); }
