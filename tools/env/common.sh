# Shared by provision.sh and enter: where environments live, how a command is run in one, how to
# stop with a reason.

ENV_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
CHECKOUT=$(cd "$ENV_DIR/../.." && pwd)
CACHE=${OPENACLNN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/openaclnn}
. "$ENV_DIR/definition.sh"
. "$ENV_DIR/extras.sh"

say() { printf 'openaclnn: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

short_hash() { sha256sum | cut -c1-16; }

# The file that says which packages the environment with the extra packages $1 (may be empty) has:
# lines `PACKAGE:ARCHITECTURE VERSION SHA256`, for an extra one those that it has alone.
locked_packages() {
  printf '%s' "$ENV_DIR/locked/$(dpkg --print-architecture 2>/dev/null || uname -m)/${1:-base}"
}

# The folder of the environment with the extra packages $1 (may be empty): env-BASE or
# env-BASE-PACKAGES-NAME, where BASE and PACKAGES are hashes, of the locked packages as well.
env_root() {
  local folder
  folder=$CACHE/env-$({
    cat "$ENV_DIR/"{definition.sh,provision.sh,huge_pages.c,test_setup.sh}
    cat_locked ""
  } | short_hash)
  [ -z "$1" ] || folder+=-$({ printf '%s' "${ENV_EXTRAS[$1]:-}"; cat_locked "$1"; } | short_hash)-$1
  printf '%s' "$folder"
}
# For architectures and extra packages of which none are locked there is no file.
cat_locked() {
  local file
  file=$(locked_packages "$1")
  [ ! -f "$file" ] || cat "$file"
}

# own_packages ROOT EXTRA: what is installed in an environment, as in its locked_packages.
own_packages() {
  if [ -z "$2" ]; then
    cat "$1/$ENV_INSTALLED"
  else
    LC_ALL=C comm -13 "$(env_root "")/$ENV_INSTALLED" "$1/$ENV_INSTALLED"
  fi
}
# Written by provision.sh in each environment.
ENV_INSTALLED=etc/openaclnn.packages

# changed_packages LOCKED INSTALLED: a line for each package that differs between the two files.
changed_packages() {
  awk 'NR == FNR { locked[$1] = $2; hash[$1] = $3; next }
    !($1 in locked) { print $1 ": " $2 ", locked none" }
    ($1 in locked) && locked[$1] != $2 { print $1 ": " $2 ", locked " locked[$1] }
    ($1 in locked) && locked[$1] == $2 && hash[$1] != $3 { print $1 ": " $2 ", but another file" }
    { seen[$1] = 1 }
    END { for (p in locked) if (!(p in seen)) print p ": none, locked " locked[p] }' "$1" "$2" |
    LC_ALL=C sort
}

# debian_mirror ETC: the mirror of Debian that a machine's own apt uses, of which ETC is /etc;
# nothing where it has none, as on Ubuntu, whose mirrors have no Debian.
debian_mirror() {
  local uris=() uri
  # The brackets make a pattern of a name, which then may stand for no file as well.
  mapfile -t uris < <(
    shopt -s nullglob
    cat /dev/null "$1"/apt/sources.list.d/*.sources |
      awk '/^URIs:/ { for (i = 2; i <= NF; i++) print $i }'
    cat /dev/null "$1"/apt/sources.lis[t] "$1"/apt/sources.list.d/*.list |
      awk '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^[a-z+]+:/) { print $i; break } }')
  for uri in "${uris[@]}"; do
    [[ $uri =~ ^(https?|file|cdrom|copy): ]] || continue
    if grep -qx 'ID=debian' "$1/os-release" 2>/dev/null || [[ $uri =~ /debian/?$ ]]; then
      printf '%s' "$uri"
      return
    fi
  done
}

# free_mb FOLDER: megabytes left there.
free_mb() { df -BM --output=avail "$1" | tail -n 1 | tr -dc 0-9; }

# failure_of LOG FOLDER: why apt or dpkg failed, in one line. They write there, and temporary files.
failure_of() {
  local line temporary=${TMPDIR:-/tmp}
  line=$(grep -m 1 -E '^E: ' "$1" || tail -n 1 "$1")
  # Where nothing can be written, neither can the reason.
  if (($(free_mb "$2") < 50)) || grep -q 'No space left on device' "$1"; then
    line="the disk is full: $(free_mb "$2") MB left for $2, $(free_mb "$temporary") for $temporary"
  elif grep -qE 'Release file .* is (expired|not valid yet)' "$1"; then
    line="the mirror's list of packages is out of date,"
    line+=" or this machine's clock is wrong ($(date -u +%F))"
  elif grep -qE 'NO_PUBKEY|is not signed|GPG error|OpenPGP signature' "$1"; then
    line="the mirror's signature was not accepted: $line"
  elif grep -qE 'Could not resolve|Temporary failure|Could not connect|Unable to connect' "$1"; then
    line="no network, or no such mirror: $line"
  fi
  printf '%s' "$line"
}

# run_in ROOT [bwrap options] -- COMMAND ...: runs a command with ROOT as its root filesystem. The
# host's /proc is used as it is, because Bazel's sandbox cannot mount its helpers over a fresh one.
run_in() {
  local root=$1 etc=() file
  shift
  for file in /etc/resolv.conf /etc/hosts; do
    [ -e "$file" ] && etc+=(--ro-bind "$(readlink -f "$file")" "$file")
  done
  exec_or_run bwrap --bind "$root" / --dev-bind /dev /dev --dev-bind /proc /proc \
    --ro-bind-try /sys /sys "${etc[@]}" \
    --setenv PATH /usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin --setenv LC_ALL C.UTF-8 \
    --die-with-parent "$@"
}

# `enter` replaces itself by the command; provisioning goes on after it.
exec_or_run() { "$@"; }
