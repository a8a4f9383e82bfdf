#!/usr/bin/env bash
# install --prefix=DIR: copies the library into DIR for programs that are built without Bazel.
#
# With DESTDIR set everything goes below that folder, for those who make packages. What goes where is in installed_files.txt, in lines of
# FOLDER FILE, which the target //:install provides. For the shared library there is a third word, the name under which programs load it.
set -euo pipefail

fail() { echo "install: $*" >&2; exit 1; }

prefix=
for argument; do
  case $argument in
    --prefix=*) prefix=${argument#--prefix=} ;;
    *) fail "$argument is no option; accepted is --prefix=DIR" ;;
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
count=0
soname=
while read -r folder file name_in_folder; do
  name=${file##*/} mode=644
  case $folder in
    include) name=${file##*include/} ;;                             # runtime/acl/include/acl/acl.h
    */examples) name=${file%/example.cc} name=${name##*/}.cc ;;     # ops/<op>/example.cc
  esac
  [ -z "$name_in_folder" ] || { name=$name_in_folder soname=$name_in_folder mode=755; }
  # It makes a new file, so a program that is running keeps the library it has. `command -p`: in a test `install` would be this script.
  command -p install -D -m "$mode" "$file" "$root$target/$folder/$name"
  count=$((count + 1))
done <installed_files.txt

# The vendor's names, for build files written for them; lib64 is where those look.
for name in libopenaclnn libascendcl libacl_rt libnnopbase libruntime libacl_op_compiler \
  libopapi libopapi_math libopapi_nn libopapi_cv libopapi_transformer; do
  ln -sfn "$soname" "$root$target/lib/$name.so"
done
[ -e "$root$target/lib64" ] || ln -s lib "$root$target/lib64"
echo "openaclnn is in $target ($count files)"
