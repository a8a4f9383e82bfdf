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
    grep -shE '^(build --(local_test_)?jobs=|startup --host_jvm_args=)' \
      "$CHECKOUT/user.bazelrc" || true
    printf '%s\n' "${@:2}"
  } >"$work/$1/user.bazelrc"
}
# For builds that use nothing of other builds.
NO_CACHE="common --disk_cache="

# bazel NAME ARGUMENT ...: Bazel in a clone.
bazel() { (cd "$work/$1" && shift && tools/bazel "$@"); }

# Of what `bazel NAME test` printed, which test ended how.
verdicts() { sed -nE 's|^(//[^ ]+) +(\(cached\) )?([A-Z ]+[A-Z]).*|\1 \3|p' "$1" | sort; }

# Of the same: how many actions ran on a server, came from its cache, and ran here.
# INFO: 303 processes: 154 remote cache hit, 73 internal, 76 linux-sandbox. What is internal ran
# nothing.
actions() {
  sed -nE 's/^INFO: [0-9]+ process(es)?: (.*)\.$/\2/p' "$1" | tr ',' '\n' |
    awk '/remote cache hit/ {cached += $1; next}
         /remote/ {remote += $1; next}
         !/internal/ {others += $1}
         END {print remote + 0, cached + 0, others + 0}'
}
