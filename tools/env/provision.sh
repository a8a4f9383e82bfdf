#!/usr/bin/env bash
# provision.sh [EXTRA]: builds the environment (definition.sh) in the cache folder, unless it is
# there. Everything is made in a temporary folder that is renamed at the end, so an interrupted run
# leaves nothing that could be taken for an environment.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

extra=${1:-}
[ -z "$extra" ] || [ -n "${ENV_EXTRAS[$extra]:-}" ] ||
  die "no extra packages named '$extra'; known: ${!ENV_EXTRAS[*]}"
root=$(env_root "$extra")
mkdir -p "$CACHE"
exec 9>"$root.lock"
if ! flock -n 9; then
  say "another process is building this environment; waiting for it"
  flock 9
fi
[ ! -d "$root" ] || exit 0

started=$SECONDS
say "first use: building the private environment in $root"
size="about two minutes and 2 GB"
needed=2300
if [ -n "$extra" ]; then
  size="a minute or two and 3 GB for the '$extra' packages, beside the environment without them"
  needed=5500  # with an archive of that while it is made
fi
say "$size; nothing outside this folder is changed"
(($(free_mb "$CACHE") >= needed)) ||
  die "the disk is full: $(free_mb "$CACHE") MB left for $CACHE, needed are $needed"

# --- tools of the host ----------------------------------------------------------------------------
missing=()
for tool in mmdebstrap bwrap; do
  command -v "$tool" >/dev/null || missing+=("${tool/bwrap/bubblewrap}")
done
# Ubuntu does not have it by itself.
[ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || missing+=(debian-archive-keyring)
if [ "$(id -u)" != 0 ]; then
  command -v newuidmap >/dev/null || missing+=(uidmap)
  if ! unshare --user true 2>/dev/null; then
    die "unprivileged user namespaces are switched off on this machine" \
      "(sysctl kernel.unprivileged_userns_clone=1 or user.max_user_namespaces); run as root, or" \
      "set OPENACLNN_ENV=host to use the machine's own Bazel and compiler"
  fi
fi
if [ ${#missing[@]} -gt 0 ]; then
  [ "$(id -u)" = 0 ] ||
    die "missing: ${missing[*]}; install with: sudo apt-get install ${missing[*]}"
  command -v apt-get >/dev/null ||
    die "missing: ${missing[*]}; this machine has no apt-get to install them with"
  say "[1/4] installing ${missing[*]} on this machine"
  apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
fi
if [ "$(id -u)" != 0 ] && ! grep -q "^$(id -un):" /etc/subuid 2>/dev/null; then
  die "user $(id -un) has no range in /etc/subuid (sudo usermod" \
    "--add-subuids 100000-165535 --add-subgids 100000-165535 $(id -un))"
fi

# Other cache folders have environments of the same name.
in_memory=/dev/shm/openaclnn-$(short_hash <<<"$root")
cleanup() {
  chmod -R u+w "$root".tmp.* 2>/dev/null || true
  rm -rf --one-file-system "$root".tmp.* "$in_memory".*
}
cleanup  # what a killed run left; the lock says that no other run is under way
tmp=$(mktemp -d "$root.tmp.XXXXXX")
trap cleanup EXIT
trap 'say "interrupted; nothing was kept"; exit 130' INT TERM HUP

# What mmdebstrap mounts, such as the machine's /dev/shm, is gone with its processes, however they
# end.
isolated=()
[ "$(id -u)" != 0 ] || ! unshare --mount true 2>/dev/null || isolated=(unshare --mount)

# Packages are unpacked in memory where there is plenty, so that it does not wait for the disk. Root
# only, as files of a user's subordinate ids could not be removed; and never what would be removed
# with mounts in it.
available=$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo)
if ((${#isolated[@]})) && [ -d /dev/shm ] && ! grep -q ' /dev/shm .*noexec' /proc/mounts &&
  ((available >= 2 * needed && $(free_mb /dev/shm) >= 2 * needed)); then
  TMPDIR=$(mktemp -d "$in_memory.XXXXXX")
  chmod 755 "$TMPDIR"
  export TMPDIR
fi

# --- root filesystem ------------------------------------------------------------------------------
# With none configured mmdebstrap takes its default.
mirror=${OPENACLNN_MIRROR:-$(debian_mirror /etc)}

architecture=$(dpkg --print-architecture)

# Sorted, so that two lists can be compared.
cat >"$tmp/list.sh" <<'INNER'
set -eu
export LC_ALL=C
apt-cache dumpavail | awk '
  $1 == "Package:" { name = $2 }
  $1 == "Version:" { version = $2 }
  $1 == "Architecture:" { architecture = $2 }
  $1 == "SHA256:" { print name ":" architecture " " version " " $2 }' | sort -u >/tmp/available
dpkg-query -W -f '${Package}:${Architecture} ${Version}\n' | sort |
  awk 'NR == FNR { hash[$1 " " $2] = $3; next }
    { print $0 " " ($0 in hash ? hash[$0] : "-") }' /tmp/available -
rm /tmp/available
INNER

# bootstrap OPTION ... SUITE: makes $tmp/root. It is unpacked from a tar stream, so that root and an
# ordinary user get the same folder by the same way; device nodes come from the host. What it starts
# does not keep the lock if it outlives this script.
bootstrap() (
  exec 9>&-
  rm -rf "$tmp/root" && mkdir "$tmp/root"
  : >"$tmp/log"
  "${isolated[@]}" mmdebstrap --format=tar --aptopt='Apt::Install-Recommends "false"' \
    --aptopt="Acquire::Check-Valid-Until \"$check_date\"" --aptopt='Acquire::Retries "3"' "$@" - \
    ${mirror:+"$mirror"} \
    2> >(tee -a "$tmp/log" | sed -un 's/^I: \(.*ing .*[.]\)$/openaclnn:       \1/p' >&2) |
    tar -x --no-same-owner --exclude='./dev/*' -C "$tmp/root" 2>>"$tmp/log"
)
list_hook="--customize-hook=chroot \"\$1\" sh -s <'$tmp/list.sh' >\"\$1/$ENV_INSTALLED\""

# bootstrap_dated OPTION ... SUITE: the same, also from a mirror whose list of packages is out of
# date.
# Such a mirror may hide newer packages, but all that it has is signed.
check_date=true
bootstrap_dated() {
  ! bootstrap "$@" || return 0
  grep -qE 'Release file .* is expired' "$tmp/log" || return 1
  say "      the mirror's list of packages is out of date; again, without that check"
  check_date=false
  chmod -R u+w "$tmp/root"
  bootstrap "$@"
}

# Says which packages of the new environment are not the locked ones; stops if they must be.
compare_with_locked() {
  local locked changes
  locked=$(locked_packages "$extra")
  [ -f "$locked" ] || { say "no packages are locked for $architecture; these are today's"; return; }
  own_packages "$tmp/root" "$extra" >"$tmp/own"
  mapfile -t changes < <(changed_packages "$locked" "$tmp/own")
  ((${#changes[@]} > 0)) || { say "all packages are those of ${locked#"$CHECKOUT"/}"; return; }
  say "${#changes[@]} packages are not those of ${locked#"$CHECKOUT"/}:"
  printf 'openaclnn:       %s\n' "${changes[@]:0:8}" >&2
  [ "${OPENACLNN_LOCKED:-}" != only ] ||
    die "OPENACLNN_LOCKED=only: name a mirror that has the locked ones in OPENACLNN_MIRROR"
  say "the tests hold results all the same, but measured figures may move (docs/environment.md)"
}

# compilers_on_huge_pages: starts each GCC of the new environment with huge_pages.c. What is
# replaced are links, `g++` to `g++-16`; commands, and the keys of Bazel's caches, stay the same.
compilers_on_huge_pages() {
  local root=$tmp/root library=/usr/local/lib/openaclnn_huge_pages.so link compiler
  [ -e "$root$library" ] ||
    run_in "$root" -- gcc -x c -O2 -Wall -Werror -shared -fPIC - -o "$library" \
      <"$ENV_DIR/huge_pages.c" 9>&- || die "tools/env/huge_pages.c cannot be compiled"
  for link in "$root"/usr/bin/{,*-}g{cc,++}; do
    compiler=$(readlink "$link") || continue  # done already
    rm "$link"
    printf '#!/bin/sh\n%s %s exec %s "$@"\n' "LD_PRELOAD=$library" \
      GLIBC_TUNABLES=glibc.malloc.hugetlb=1 "/usr/bin/$compiler" >"$link"
    chmod 755 "$link"
  done
}

if [ -n "$extra" ]; then
  # The environment without them, to which these packages are added.
  "$ENV_DIR/provision.sh"
  base=$(env_root "")
  suite=$(awk '$1 == "deb" {print $3; exit}' "$base/etc/apt/sources.list")
  read -ra packages <<<"${ENV_EXTRAS[$extra]}"
  say "[2/4] to what everybody has (Debian $suite), ${#packages[@]} packages and what they need"
  tar -C "$base" --exclude='./dev/*' --exclude=./var/lib/dpkg/arch -cf "$tmp/base.tar" .
  # NAME:ARCHITECTURE is the package of another architecture.
  others=$(printf '%s\n' "${packages[@]}" | sed -n 's/.*://p' | sort -u | xargs)
  install="DEBIAN_FRONTEND=noninteractive chroot \"\$1\" apt-get install -qq -y ${packages[*]}"
  bootstrap_dated --variant=custom --architectures="$architecture${others:+,${others// /,}}" \
    --setup-hook="tar-in $tmp/base.tar /" --customize-hook="$install" "$list_hook" "$suite" ||
    die "the packages could not be added: $(failure_of "$tmp/log" "$CACHE")"
  rm "$tmp/base.tar"
  compare_with_locked
  compilers_on_huge_pages
  # What others add has no part in what Bazel makes.
  [[ ! $extra =~ ^(aarch64|riscv64)$ ]] ||
    sed -i "s/\(OPENACLNN_PACKAGES=\).*/\1$(short_hash <"$tmp/root/$ENV_INSTALLED")/" \
      "$tmp/root/etc/bazel.bazelrc"
  mv "$tmp/root" "$root"
  say "environment ready after $((SECONDS - started)) s"
  exit
fi

include=$(IFS=,; printf '%s' "${ENV_PACKAGES[*]}")
built=
for suite in "${ENV_SUITES[@]}"; do
  say "[2/4] Debian $suite with ${#ENV_PACKAGES[@]} packages and what they need"
  if bootstrap_dated --variant=apt --include="$include" --architectures="$architecture" \
    "$list_hook" "$suite"; then
    built=$suite
    break
  fi
  say "      suite $suite failed: $(failure_of "$tmp/log" "$CACHE")"
  chmod -R u+w "$tmp/root"
done
[ -n "$built" ] || die "no suite of (${ENV_SUITES[*]}) could be built (reasons above)"
compare_with_locked
compilers_on_huge_pages
test_setup=$tmp/root/usr/share/bazel/embedded_tools/tools/test/test-setup.sh
mv "$test_setup" "$test_setup.bazel"
install -m 755 "$ENV_DIR/test_setup.sh" "$test_setup"

# --- sources of the libraries ---------------------------------------------------------------------
say "[3/4] sources of ${#ENV_SOURCES[@]} libraries from Debian $ENV_SOURCE_SUITE"
run_in "$tmp/root" --tmpfs /tmp -- /bin/bash -s -- "$ENV_SOURCE_SUITE" "${ENV_SOURCES[@]}" \
  >&2 9>&- <<'INNER'
set -euo pipefail
suite=$1; shift
work=/var/cache/openaclnn
mkdir -p $work/lists/partial $work/archives/partial /opt/openaclnn
cd $work
awk -v suite="$suite" '$1 == "deb" {print "deb-src", $2, suite, "main"; exit}' \
  /etc/apt/sources.list >sources.list
apt_options=(-qq -o Dir::Etc::sourcelist=$work/sources.list -o Dir::Etc::sourceparts=/dev/null
  -o Dir::State::lists=$work/lists -o Dir::Cache=$work -o APT::Sandbox::User=root
  -o Acquire::Check-Valid-Until=false -o Acquire::Retries=3)
apt-get "${apt_options[@]}" update
for entry in "$@"; do
  IFS='|' read -r repository module package version sha <<<"$entry"
  # A point release may drop the exact revision; the upstream tarball, which the checksum names,
  # stays.
  apt-get "${apt_options[@]}" source --download-only --tar-only "$package=$version" ||
    apt-get "${apt_options[@]}" source --download-only --tar-only "$package"
  tarball=$(ls "${package}"_*.orig.tar.*)
  printf '%s  %s\n' "$sha" "$tarball" | sha256sum --check --quiet
  mkdir -p "/opt/openaclnn/$repository"
  tar -x --no-same-owner --strip-components=1 -C "/opt/openaclnn/$repository" -f "$tarball"
  touch "/opt/openaclnn/$repository/WORKSPACE"
  # Highway's file forgets that it needs platforms.
  [ "$module" != highway ] && [ -f "/opt/openaclnn/$repository/MODULE.bazel" ] || {
    printf 'module(name = "%s")\n' "$module"
    printf 'bazel_dep(name = "%s", version = "0")\n' bazel_skylib platforms rules_cc rules_license
  } >"/opt/openaclnn/$repository/MODULE.bazel"
  echo "openaclnn:       $package $version"
done
rm -rf $work
INNER

# --- Bazel's own settings -------------------------------------------------------------------------
say "[4/4] configuring Bazel"
{
  echo "# Written by tools/env/provision.sh: every external repository is a folder of this"
  echo "# environment, so Bazel downloads nothing, and all checkouts share one cache of what was"
  echo "# built. Whatever was built with other packages is not taken from it."
  echo "startup --output_user_root=$CACHE/bazel"
  echo "common --disk_cache=$CACHE/disk-cache --experimental_disk_cache_gc_max_size=8G"
  echo "common --action_env=OPENACLNN_PACKAGES=$(short_hash <"$tmp/root/$ENV_INSTALLED")"
  # Bazel refuses to override a module that no other one names.
  override() {
    local config=
    [[ " ${ENV_DEVELOPMENT_MODULES[*]} " != *" $1 "* ]] || config=:development
    echo "common$config --override_module=$1=$2"
  }
  for entry in "${ENV_RULES[@]}"; do
    echo "common --override_repository=${entry/|/=}"
    override "${entry%|*}" "${entry#*|}"
  done
  for entry in "${ENV_SOURCES[@]}"; do
    IFS='|' read -r repository module _ <<<"$entry"
    echo "common --override_repository=$repository=/opt/openaclnn/$repository"
    override "$module" "/opt/openaclnn/$repository"
  done
  modules=/opt/openaclnn/unused_modules
  for module in "${ENV_UNUSED_MODULES[@]}"; do
    mkdir -p "$tmp/root$modules/$module"
    printf 'module(name = "%s")\n' "$module" >"$tmp/root$modules/$module/MODULE.bazel"
    # Queries load every branch of what names it.
    echo "filegroup(name = \"$module\", visibility = [\"//visibility:public\"])" \
      >"$tmp/root$modules/$module/BUILD"
    override "$module" "$modules/$module"
  done
  # An empty one: no other is asked.
  echo "common --registry=file://$modules"
} >"$tmp/root/etc/bazel.bazelrc"
# Bazel loads this one's extension.
cat >"$tmp/root/opt/openaclnn/unused_modules/buildozer/buildozer_binary.bzl" <<'BZL'
_empty = repository_rule(implementation = lambda context: context.file("BUILD", ""))
buildozer_binary = module_extension(
    implementation = lambda context: _empty(name = "buildozer_binary"),
)
BZL
mv "$tmp/root" "$root"
say "environment ready after $((SECONDS - started)) s"
