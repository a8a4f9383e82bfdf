#!/usr/bin/env bash
# installed_test.sh INSTALL RUN_AND_COMPARE [PROGRAM EXPECTED "LIBRARY ..." OPTIONS] ...: installs,
# builds the programs with a CMakeLists.txt as programs for NPUs have it, and compares what they
# print. That file knows nothing of this library but the vendor's names of libraries.
set -euo pipefail
installed=$TEST_TMPDIR/toolkit project=$TEST_TMPDIR/project build=$TEST_TMPDIR/build
"./$1" "--prefix=$installed" >/dev/null
compare=$2
shift 2

mkdir "$project"
cat >"$project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.14)
project(acl_example)
set(CMAKE_CXX_STANDARD 17)
set(INC_PATH $ENV{DDK_PATH})
set(LIB_PATH $ENV{NPU_HOST_LIB})
include_directories(${INC_PATH}/include ${INC_PATH}/include/aclnn)
include_directories(${INC_PATH}/include/graph ${INC_PATH}/include/ge ${INC_PATH}/include/op_proto)
link_directories(${LIB_PATH})
CMAKE
programs=("$@")
for ((i = 0; i < ${#programs[@]}; i += 4)); do
  source=${programs[i]}
  name=$(basename "$source" .cc)
  cp "$source" "$project/$name.cpp"
  echo "add_executable($name $name.cpp)
target_link_libraries($name PRIVATE ${programs[i + 2]})" >>"$project/CMakeLists.txt"
done

export DDK_PATH=$installed NPU_HOST_LIB=$installed/lib64
# quietly COMMAND ...: what it prints is shown only if it fails.
quietly() { "$@" >"$TEST_TMPDIR/log" || { cat "$TEST_TMPDIR/log"; exit 1; }; }
quietly cmake -S "$project" -B "$build"
quietly cmake --build "$build"
failed=0
for ((i = 0; i < ${#programs[@]}; i += 4)); do
  name=$(basename "${programs[i]}" .cc)
  read -ra options <<<"${programs[i + 3]}"
  LD_LIBRARY_PATH=$NPU_HOST_LIB "./$compare" "$build/$name" "${programs[i + 1]}" "${options[@]}" ||
    failed=1
done
exit "$failed"
