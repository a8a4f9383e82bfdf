#!/usr/bin/env bash
# install --prefix=DIR [--with-unimplemented]: copies the library into DIR for programs that are
# built without Bazel.
#
# libopenaclnn_unimplemented.so has those of the vendor's functions that the library lacks; each
# says so when it is called. Programs link it by that name, or with --with-unimplemented also by the
# names of the vendor's libraries of operators.
#
# With DESTDIR set everything goes below that folder, for those who make packages. What goes where
# is in installed_*.tar, which the target //:install provides (archive.py).
set -euo pipefail

fail() { echo "install: $*" >&2; exit 1; }

prefix=
with_unimplemented=
for argument; do
  case $argument in
    --prefix=*) prefix=${argument#--prefix=} ;;
    --with-unimplemented) with_unimplemented=1 ;;
    *) fail "$argument is no option; accepted are --prefix=DIR and --with-unimplemented" ;;
  esac
done
[ -n "$prefix" ] || fail "where to? tools/bazel run //:install -- --prefix=DIR"
# A path that is not absolute is meant from where the user stands, which is not where Bazel runs
# this.
[[ $prefix == /* ]] || prefix=${BUILD_WORKING_DIRECTORY:-$PWD}/$prefix
target=$(realpath -ms "${DESTDIR:-}/$prefix")

# In the build environment the machine's own folder is elsewhere (tools/bazel).
root=
if [ -n "${OPENACLNN_INSIDE:-}" ] && [ -n "${BUILD_WORKSPACE_DIRECTORY:-}" ]; then
  [ -n "${OPENACLNN_INSTALL_TO:-}" ] ||
    fail "the build environment shares no folder for $target;" \
      "give --prefix=DIR after -- of tools/bazel run"
  root=/run/host
fi

umask 022
mkdir -p "$root$target"
# tar makes new files, so a program that is running keeps the library it has. Their time is that of
# the installation: a build tool compiles again what is older than its headers.
count=0
for archive in installed_files.tar installed_libraries.tar; do
  count=$((count + $(tar -C "$root$target" --no-same-owner --touch --keep-directory-symlink \
    -xvf "$archive" | wc -l)))
done

# The vendor's names, for build files written for them; lib64 is where those look.
link() {
  local to=$1 name
  shift
  for name; do ln -sfn "$(readlink "$root$target/lib/$to.so")" "$root$target/lib/$name.so"; done
}
link libopenaclnn libascendcl libacl_rt libacl_rt_impl libnnopbase libruntime libacl_op_compiler
link libopenaclnn libge_runner libge_compiler libgraph libgraph_base
link "libopenaclnn${with_unimplemented:+_unimplemented}" libopapi libopapi_math libopapi_nn \
  libopapi_cv libopapi_transformer libcust_opapi
[ -e "$root$target/lib64" ] || ln -s lib "$root$target/lib64"
echo "openaclnn is in $target ($count files)"
