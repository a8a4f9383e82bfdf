# Shared by provision.sh and enter: where environments live, how a command is run in one, how to stop with a reason.

ENV_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CHECKOUT=$(cd "$ENV_DIR/../.." && pwd)
CACHE=${OPENACLNN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/openaclnn}
. "$ENV_DIR/definition.sh"
. "$ENV_DIR/extras.sh"

say() { printf 'openaclnn: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

short_hash() { sha256sum | cut -c1-16; }

# The folder of the environment with the extra packages $1 (may be empty): env-BASE or
# env-BASE-PACKAGES-NAME, where BASE and PACKAGES are hashes.
env_root() {
  local folder
  folder=$CACHE/env-$(cat "$ENV_DIR/definition.sh" "$ENV_DIR/provision.sh" | short_hash)
  [ -z "$1" ] || folder+=-$(printf '%s' "${ENV_EXTRAS[$1]:-}" | short_hash)-$1
  printf '%s' "$folder"
}

# run_in ROOT [bwrap options] -- COMMAND ...: runs a command with ROOT as its root filesystem. The host's /proc is used as it is, because
# Bazel's sandbox cannot mount its helpers over a fresh one.
run_in() {
  local root=$1 etc=() file
  shift
  for file in /etc/resolv.conf /etc/hosts; do
    [ -e "$file" ] && etc+=(--ro-bind "$(readlink -f "$file")" "$file")
  done
  exec_or_run bwrap --bind "$root" / --dev-bind /dev /dev --dev-bind /proc /proc --ro-bind-try /sys /sys "${etc[@]}" \
    --setenv PATH /usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin --setenv LC_ALL C.UTF-8 --die-with-parent "$@"
}

# `enter` replaces itself by the command; provisioning goes on after it.
exec_or_run() { "$@"; }
