#!/usr/bin/env bash
# install --prefix=DIR: copies the library into DIR for programs that are built without Bazel.
#
# What goes where is said by the arguments that the target //:install gives: --soname=NAME --into=FOLDER FILE ... . With DESTDIR set everything goes below
# that folder, for those who make packages.
set -euo pipefail

fail() { echo "install: $*" >&2; exit 1; }

prefix=
soname=
folder=
into=() files=()
for argument; do
  case $argument in
    --prefix=*) prefix=${argument#--prefix=} ;;
    --soname=*) soname=${argument#--soname=} ;;
    --into=*) folder=${argument#--into=} ;;
    -*) fail "$argument is no option; accepted is --prefix=DIR" ;;
    *) [ -n "$folder" ] || fail "$argument: unexpected argument"; into+=("$folder"); files+=("$argument") ;;
  esac
done
[ -n "$prefix" ] || fail "where to? tools/bazel run //:install -- --prefix=DIR"
# A path that is not absolute is meant from where the user stands, which is not where Bazel runs this.
[[ $prefix == /* ]] || prefix=${BUILD_WORKING_DIRECTORY:-$PWD}/$prefix
target=$(realpath -ms "${DESTDIR:-}/$prefix")

# In the build environment the machine's own folder is elsewhere (tools/bazel).
root=
if [ -n "${OPENACLNN_INSIDE:-}" ] && [ -n "${BUILD_WORKSPACE_DIRECTORY:-}" ]; then
  [ -n "${OPENACLNN_INSTALL_TO:-}" ] || fail "the build environment shares no folder for $target; give --prefix=DIR after -- of tools/bazel run"
  root=/run/host
fi

umask 022
for ((i = 0; i < ${#files[@]}; i++)); do
  file=${files[i]}
  case ${into[i]} in
    include) name=${file##*include/} ;;                        # runtime/acl/include/acl/acl.h
    */examples) name=$(basename "$(dirname "$file")").cc ;;    # ops/<op>/example.cc
    *) name=$(basename "$file") ;;
  esac
  mode=644
  [ "$name" != libopenaclnn.so ] || { name=$soname mode=755; }
  install -D -m "$mode" "$file" "$root$target/${into[i]}/$name"
done

# The vendor's names, for build files written for them; lib64 is where those look.
for name in libopenaclnn libascendcl libnnopbase libopapi; do
  ln -sfn "$soname" "$root$target/lib/$name.so"
done
[ -e "$root$target/lib64" ] || ln -s lib "$root$target/lib64"
echo "openaclnn is in $target (${#files[@]} files)"
