#!/bin/bash
# cg.sh op : callgrind of its call
cd /work/wt/six/bazel-bin; rm -f /tmp/cgout*
OPENACLNN_NUM_THREADS=1 valgrind --tool=callgrind --callgrind-out-file=/work/wt/six/cgout --collect-atstart=no --toggle-collect=CountedByCallgrind --dump-after=CountedByCallgrind ops/$1/instructions_counted --cases=ops/$1/cases.json > /work/wt/six/cgkeys 2>/dev/null
grep -n "call" /work/wt/six/cgkeys
