# Shared by provision.sh and enter: where environments live, how a command is run in one, how to stop with a reason.

ENV_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CHECKOUT=$(cd "$ENV_DIR/../.." && pwd)
CACHE=${OPENACLNN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/openaclnn}
. "$ENV_DIR/definition.sh"

say() { printf 'openaclnn: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

# The folder of the environment with the extra packages $1 (may be empty).
env_root() {
  local hash
  hash=$(cat "$ENV_DIR/definition.sh" "$ENV_DIR/provision.sh" | sha256sum | cut -c1-16)
  printf '%s/env-%s%s' "$CACHE" "$hash" "${1:+-$1}"
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
