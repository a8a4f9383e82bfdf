#!/bin/bash
# test_setup.sh TEST ARGUMENT ...: starts a test for Bazel, as its test encyclopedia describes.
# provision.sh puts it in place of Bazel's own script, which starts some 30 programs for each test.
# On virtual machines whose page faults take 10 to 30 us, these cost 0.4 s of a core, and there are
# some 900 tests. Bazel's own script does what is rare.
exec 2>&1
if [ -n "$COVERAGE_DIR$TEST_UNDECLARED_OUTPUTS_ZIP" ] || [ "$RUNFILES_MANIFEST_ONLY" = 1 ]; then
  exec /usr/share/bazel/embedded_tools/tools/test/test-setup.sh.bazel "$@"
fi

echo 'exec ${PAGER:-/usr/bin/less} "$0" || exit 1' # of the log, when somebody starts it
echo "Executing tests from $TEST_TARGET"

# --- the test's environment ---
export BAZEL_TEST=1
absolute=(RUNFILES_DIR JAVA_RUNFILES PYTHON_RUNFILES XML_OUTPUT_FILE TEST_{SRCDIR,TMPDIR}
  TEST_{PREMATURE_EXIT,WARNINGS_OUTPUT,LOGSPLITTER_OUTPUT,INFRASTRUCTURE_FAILURE}_FILE
  TEST_{UNUSED_RUNFILES_LOG,SHARD_STATUS}_FILE
  TEST_UNDECLARED_OUTPUTS_{DIR,ANNOTATIONS,ANNOTATIONS_DIR})
for name in "${absolute[@]}"; do
  [[ -z ${!name} || ${!name} = /* ]] || printf -v "$name" %s "$PWD/${!name}"
done
[[ $HOME = /* ]] || HOME=$TEST_TMPDIR
user='\u'
export USER=${USER:-${user@P}} GTEST_TMP_DIR=$TEST_TMPDIR
if ((TEST_TOTAL_SHARDS)); then
  export GTEST_SHARD_INDEX=$TEST_SHARD_INDEX GTEST_TOTAL_SHARDS=$TEST_TOTAL_SHARDS
  export GTEST_SHARD_STATUS_FILE=$TEST_SHARD_STATUS_FILE
fi
for folder in "$TEST_TMPDIR" "${XML_OUTPUT_FILE%/*}" "$TEST_UNDECLARED_OUTPUTS_DIR" \
  "$TEST_UNDECLARED_OUTPUTS_ANNOTATIONS_DIR" "${TEST_SHARD_STATUS_FILE%/*}"; do
  [ -z "$folder" ] || [ -d "$folder" ] || mkdir -p "$folder"
done

# --- the test ---
name=$1
shift
# What --run_under names may be elsewhere than the test.
program=$name
[[ $program = /* ]] || program=$TEST_SRCDIR/$TEST_WORKSPACE/${program#./}
cd "$TEST_SRCDIR/$TEST_WORKSPACE" || exit
PATH=.:$PATH
# From here on is what --test_output=streamed shows.
echo -----------------------------------------------------------------------------
# The test gets a process group of its own, and may take signals as if nothing were around it.
set -m
started=${EPOCHREALTIME/./}
"$program" "$@" &
child=$!
set +m
stop() {
  [ "$1" != TERM ] || printf -- '-- Test timed out at %(%F %T %Z)T --\n'
  kill "-$1" -- "-$child" 2>/dev/null
}
for signal in HUP INT QUIT TERM; do
  # shellcheck disable=SC2064  # which signal is known now
  trap "stop $signal" "$signal"
done
# A signal that comes interrupts wait.
while kill -0 "$child" 2>/dev/null; do wait "$child"; done
wait "$child"
code=$?
kill -KILL -- "-$child" 2>/dev/null # what it left behind

# --- its result, if it has not written one itself ---
if [ ! -f "$XML_OUTPUT_FILE" ]; then
  took=$((${EPOCHREALTIME/./} - started)) error=
  printf -v took %d.%06d $((took / 1000000)) $((took % 1000000))
  [ "$code" = 0 ] || error="<error message=\"exited with $code; test.log has its output\"></error>"
  ((!TEST_TOTAL_SHARDS)) || name+=_shard_$((TEST_SHARD_INDEX + 1))/$TEST_TOTAL_SHARDS
  printf '%s\n' '<?xml version="1.0" encoding="UTF-8"?>' \
    "<testsuites><testsuite name=\"$name\" tests=\"1\" failures=\"0\" errors=\"$((code != 0))\">" \
    "<testcase name=\"$name\" status=\"run\" duration=\"$took\" time=\"$took\">$error</testcase>" \
    '</testsuite></testsuites>' >"$XML_OUTPUT_FILE"
fi
exit "$code"
