#!/usr/bin/env bash
# build_as_vendor.sh INSTALL PROGRAM RUN_AND_COMPARE EXPECTED LIBRARY,... [OPTION]: installs, builds
# PROGRAM with a CMakeLists.txt as programs for NPUs have it, and compares what it prints. That file
# knows nothing of this library but the vendor's names of libraries.
set -euo pipefail
installed=$TEST_TMPDIR/toolkit
"./$1" "--prefix=$installed" >/dev/null
mkdir "$TEST_TMPDIR/project"
cp "$2" "$TEST_TMPDIR/project/main.cpp"
cat >"$TEST_TMPDIR/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.14)
project(acl_example)
set(CMAKE_CXX_STANDARD 17)
set(INC_PATH $ENV{DDK_PATH})
set(LIB_PATH $ENV{NPU_HOST_LIB})
include_directories(${INC_PATH}/include ${INC_PATH}/include/aclnn)
include_directories(${INC_PATH}/include/graph ${INC_PATH}/include/ge ${INC_PATH}/include/op_proto)
link_directories(${LIB_PATH})
add_executable(opapi_test main.cpp)
target_link_libraries(opapi_test PRIVATE $ENV{LIBRARIES})
CMAKE
export DDK_PATH=$installed NPU_HOST_LIB=$installed/lib64 LIBRARIES=${5//,/;}
# quietly COMMAND ...: what it prints is shown only if it fails.
quietly() { "$@" >"$TEST_TMPDIR/log" || { cat "$TEST_TMPDIR/log"; exit 1; }; }
quietly cmake -S "$TEST_TMPDIR/project" -B "$TEST_TMPDIR/build"
quietly cmake --build "$TEST_TMPDIR/build"
LD_LIBRARY_PATH=$NPU_HOST_LIB exec "./$3" "$TEST_TMPDIR/build/opapi_test" "$4" "${@:6}"
