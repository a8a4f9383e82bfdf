#!/usr/bin/env bash
# consumer_test.sh INSTALL TEST: installs into an empty folder, and uses the library from there as
# people do without Bazel.
set -euo pipefail

fail() { echo "FAILED: $*" >&2; exit 1; }

here=$PWD
installer=$here/$1
prefix="$TEST_TMPDIR/a prefix"
work=$TEST_TMPDIR/work
mkdir "$work"
"$installer" "--prefix=$prefix" >/dev/null
cd "$work"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
unset LD_LIBRARY_PATH

# uses PROGRAM LIBRARY: whether the program loads a library with this in its path.
uses() { [[ $(ldd "$1") == *$2* ]]; }

# What is linked against the installed shared library runs with it, and with no other.
run() {
  LD_LIBRARY_PATH=$prefix/lib uses "$1" "$prefix/lib/libopenaclnn.so.0" ||
    fail "$1 does not use the installed library"
  LD_LIBRARY_PATH=$prefix/lib "$@"
}

# Of the C API; graphs have an API of C++.
every_function() {
  mapfile -t exported < <(nm -D --defined-only "$prefix/lib/libopenaclnn.so" |
    awk '$3 !~ /^_Z/ {print $3}')
  includes=()
  while read -r header; do
    includes+=(-include "$header")
  done < <(cd "$prefix/include" && find acl* opdev -name '*.h' | sort)
  [ ${#exported[@]} -gt 100 ] || fail "the library exports ${#exported[@]} functions"
  expected="${#exported[@]} functions on Ascend910B3"
  cp "$here/tools/install/program.c" .
  define=-DEXPORTED_FUNCTIONS=$(printf 'FUNCTION(%s),' "${exported[@]}")
}

c99() {
  every_function
  eval "flags=($(pkg-config --cflags --libs openaclnn))"
  # With the vendor's declarations, which those of operators must not contradict.
  gcc -std=c99 -Wall -Wextra -Werror -pedantic "${includes[@]}" \
    -include "$here/tools/install/known_functions.h" "$define" program.c "${flags[@]}" -o program
  [ "$(run ./program)" = "$expected" ] || fail "got: $(run ./program); want: $expected"
  local version
  version=$(gcc -E -P -include openaclnn/version.h -x c - "${flags[@]}" <<<OPENACLNN_VERSION)
  [ "$version" = "\"$(pkg-config --modversion openaclnn)\"" ] || fail "the header says $version"
}

# One archive holds everything, and no name in it meets one of the program's.
static() {
  every_function
  eval "flags=($(pkg-config --cflags openaclnn))"
  gcc -std=c99 "${includes[@]}" "$define" program.c "${flags[@]}" \
    "$prefix/lib/libopenaclnn.a" -lm -o program
  local library
  for library in openaclnn stdc++ libgcc; do ! uses ./program "$library" ||
    fail "the program still needs $library"; done
  [ "$(./program)" = "$expected" ] || fail "got: $(./program); want: $expected"
  diff <(nm -g --defined-only "$prefix/lib/libopenaclnn.a" | awk 'NF == 3 {print $3}' | sort) \
    <(nm -D --defined-only "$prefix/lib/libopenaclnn.so" | awk '{print $3}' | sort) ||
    fail "the static library (<) does not export what the shared one (>) does"
  # With the C++ library linked statically into the same program, twice over.
  local examples=("$prefix"/share/doc/openaclnn/examples/*.cc)
  g++ -std=c++17 -static "${examples[0]}" "${flags[@]}" "$prefix/lib/libopenaclnn.a" -o example
  ./example >/dev/null
}

# Some examples run, which one program holds; headers_test compiles all, and
# //ops/<op>:example_test runs each.
cpp17() {
  eval "flags=($(pkg-config --cflags --libs openaclnn))"
  local examples i said count=0
  examples=("$prefix"/share/doc/openaclnn/examples/*.cc)
  for ((i = 0; i < ${#examples[@]}; i += 10)); do
    # Only what is called main may end without a result.
    sed "s/^int main()/int Example$((count++))()/; s/^}$/  return 0;\n}/" "${examples[i]}"
  done >program.cc
  {
    echo '#include <cstdlib>'
    echo 'int main(int, char** argv) {'
    echo '  switch (std::atoi(argv[1])) {'
    for ((i = 0; i < count; ++i)); do echo "    case $i: return Example$i();"; done
    echo '    default: return 1;'
    echo '  }'
    echo '}'
  } >>program.cc
  g++ -std=c++17 -Wall -Wextra -Werror program.cc "${flags[@]}" -o program
  for ((i = 0; i < count; ++i)); do
    said=$(run ./program "$i")
    [ -n "$said" ] || fail "${examples[10 * i]} printed nothing"
  done
}

# A program that includes all that graphs are built with, linked with either library.
graph() {
  local include=$prefix/include header
  local flags=(-std=c++17 -Wall -Wextra -Werror "-I$include")
  for header in graph ge op_proto; do flags+=("-I$include/$header"); done
  (cd "$include" && find graph ge op_proto -name '*.h' | sort) |
    sed 's|^op_proto/||; s|.*|#include "&"|' >all.cc
  cat >>all.cc <<'CC'
int main() {
  std::vector<ge::AscendString> types;
  ge::OperatorFactory::GetOpsTypeList(types);
  return types.size() < 40;
}
CC
  g++ "${flags[@]}" -c all.cc
  g++ all.o "-L$prefix/lib" -lge_runner -lgraph -lgraph_base -o program
  run ./program
  g++ all.o "$prefix/lib/libopenaclnn.a" -o program
  ./program || fail "the static library does not know the types"
}

cmake_package() {
  local examples=("$prefix"/share/doc/openaclnn/examples/*.cc)
  cp "${examples[0]}" example.cc
  cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.13)
project(consumer CXX)
find_package(openaclnn ${WANTED_VERSION} REQUIRED)
add_executable(shared example.cc)
target_link_libraries(shared PRIVATE openaclnn::openaclnn)
add_executable(static example.cc)
target_link_libraries(static PRIVATE openaclnn::static)
CMAKE
  cmake -S . -B build "-DCMAKE_PREFIX_PATH=$prefix" -DWANTED_VERSION=0.1 >cmake.log ||
    fail "$(cat cmake.log)"
  cmake --build build >build.log || fail "$(cat build.log)"
  # CMake itself says where the library is found while the program is not installed.
  [ -n "$(./build/shared)" ] && [ "$(./build/shared)" = "$(./build/static)" ] ||
    fail "the programs print different things, or nothing"
  uses build/shared "$prefix/lib/libopenaclnn.so.0" ||
    fail "the program does not use the installed library"
  ! uses build/static openaclnn || fail "the program needs the shared library"
  local version
  for version in 0.2 1.0 0.1.99; do
    ! cmake -S . -B build "-DWANTED_VERSION=$version" >cmake.log 2>&1 ||
      fail "version $version was accepted"
    grep -qE 'version: 0\.1\.[0-9]+' cmake.log || fail "$(cat cmake.log)"
  done
}

# What clients include and call exists, though not everything is implemented.
clients() {
  every_function
  local name missing source=$here/tools/install
  read -r _ missing <"$source/unimplemented.txt"
  while read -r name; do
    case $name in
      "#"*) ;;
      *.h) [ -f "$prefix/include/aclnnop/$name" ] || fail "there is no $name" ;;
      *) grep -qF "($name, " "$source/known_functions.h" ||
        fail "$name is not in known_functions.yaml" ;;
    esac
  done <"$source/client_functions.txt"
  gcc -std=c99 -Wall -Wextra -Werror -fPIC "-I$prefix/include" "${includes[@]}" \
    -include "$source/known_functions.h" -c "$source/clients.c"
  # link LIBRARY ...: the client, with all of its symbols.
  link() {
    gcc -shared clients.o "-L$prefix/lib64" -lascendcl -lnnopbase -lopapi -lacl_op_compiler "$@" \
      -Wl,-z,defs -ldl -o client.so
  }
  gcc -std=gnu99 "$source/load_now.c" -ldl -o load_now
  ! link 2>linker.txt || fail "the client is linked without being asked for"
  grep -q "undefined reference to .$missing" linker.txt || fail "$(cat linker.txt)"
  link -lopenaclnn_unimplemented
  LD_LIBRARY_PATH=$prefix/lib64 ./load_now ./client.so "$prefix/lib/libopenaclnn.so.0" ||
    fail "a function does not say what it is"
  (cd "$here" && "$installer" "--prefix=$prefix" --with-unimplemented >/dev/null)
  link
  LD_LIBRARY_PATH=$prefix/lib64 ./load_now ./client.so "$prefix/lib/libopenaclnn.so.0" ||
    fail "the vendor's names do not have all functions"
  # Both kinds by one handle, as frameworks look them up.
  python3 - "$prefix/lib64/libopapi.so" "$missing" "${exported[@]}" <<'PYTHON' ||
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
for name in sys.argv[2:]:
    library[name]
PYTHON
    fail "libopapi.so does not have all functions"
}

# The folder may be moved, the vendor's names are there, and mistakes of the call are said.
layout() {
  local name moved=$TEST_TMPDIR/moved
  for name in libopenaclnn libascendcl libacl_rt libacl_rt_impl libnnopbase libruntime \
    libacl_op_compiler libge_runner libge_compiler libgraph libgraph_base \
    libopapi libopapi_math libopapi_nn libopapi_cv libopapi_transformer libcust_opapi; do
    [ "$(readlink "$prefix/lib/$name.so")" = libopenaclnn.so.0 ] ||
      fail "$name.so is no link to libopenaclnn.so.0"
  done
  # The link line of a client, with the folders that it includes from, and headers by their bare
  # names.
  echo 'int main() { return aclInit(nullptr); }' >client.cc
  g++ -I"$prefix/include" -I"$prefix/include/aclnn" -I"$prefix/include/aclnnop" \
    -I"$prefix/acllib/include" \
    -include acl/acl.h -include aclnn_base.h -include aclnn_util.h client.cc \
    -L"$prefix/lib64" -lascendcl -lruntime -lnnopbase -lopapi -lopapi_math -lopapi_nn \
    -lacl_op_compiler -o client
  LD_LIBRARY_PATH=$prefix/lib64 ./client ||
    fail "a client that is linked with the vendor's names does not run"
  [ -f "$prefix/lib64/libopenaclnn.so.0" ] || fail "there is no lib64"
  [ "$(cd "$prefix" && stat -c %a . lib/libopenaclnn.so.0 include/acl/acl.h | xargs)" = \
    "755 755 644" ] || fail "wrong modes"
  [ -f "$prefix/lib/libopenaclnn_aicore.a" ] || fail "the simulated AI Core is not installed"
  mv "$prefix" "$moved"
  [ "$(pkg-config --variable=includedir openaclnn 2>&1)" != "$prefix/include" ] ||
    fail "pkg-config still answers for the old folder"
  [[ $(PKG_CONFIG_PATH=$moved/lib/pkgconfig pkg-config --cflags openaclnn) == *moved* ]] ||
    fail "pkg-config keeps the old folder"

  (cd "$here" && BUILD_WORKING_DIRECTORY=$work "$installer" --prefix=relative/folder >/dev/null)
  [ -f "$work/relative/folder/include/acl/acl.h" ] ||
    fail "a relative prefix is not taken from where the user stands"
  (cd "$here" && DESTDIR=$work/staged "$installer" --prefix=/usr >/dev/null)
  [ -f "$work/staged/usr/lib/libopenaclnn.so.0" ] || fail "DESTDIR is not obeyed"

  cd "$here"
  ! "$installer" >"$work/said" 2>&1 || fail "it installs without a prefix"
  grep -qF -- '--prefix=DIR' "$work/said" || fail "said: $(cat "$work/said")"
  ! "$installer" --perfix=x >"$work/said" 2>&1 || fail "it takes unknown options"
  grep -qF -- '--perfix=x is no option; accepted are --prefix=DIR and --with-unimplemented' \
    "$work/said" || fail "said: $(cat "$work/said")"
}

"$2"
