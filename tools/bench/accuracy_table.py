#!/usr/bin/env python3
"""Measures errors of this library and of others, by the plug-ins in accuracy/, and writes
docs/accuracy_table.json and the page.

With --exhaustive float32 is measured at all 2^32 inputs, function by function or in shards:
  tools/bazel run //tools/bench:accuracy_table -- --exhaustive --dtype=float32 --function=tanh
    --out=tanh.json
and then the page:
  tools/bazel run //tools/bench:accuracy_page -- $PWD/docs/accuracy_table.json *.json
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import sys
import time

ROOT = pathlib.Path.cwd()  # of the runfiles
sys.path.insert(0, str(ROOT / "tools/bench"))
sys.dont_write_bytecode = True

import accuracy_page
import report
from accuracy import compared, functions, measure
from accuracy import ggml, onednn, onnx_runtime, tensorflow_lite, xnnpack
from accuracy.library import DTYPES, Absent, loaded


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--function", action="append", help='only this one, as the table calls it: '
                        '"gelu, none" (may be repeated, as --dtype)')
    parser.add_argument("--dtype", action="append", choices=DTYPES)
    parser.add_argument("--exhaustive", action="store_true", help="all float32 inputs")
    parser.add_argument("--shard", default="0/1", help="I/N: every N-th part, from the I-th")
    parser.add_argument("--out", help="JSON to write instead of docs/accuracy_table.json and .md")
    args = parser.parse_args()
    shard = re.fullmatch(r"(\d+)/(\d+)", args.shard)
    if not shard or int(shard[1]) >= int(shard[2]):
        parser.error(f"--shard is {args.shard}; accepted is I/N, I from 0 to N-1")
    args.shard, args.shards = map(int, shard.groups())
    known = [function.name for function in functions.FUNCTIONS]
    for name in args.function or []:
        if name not in known:
            parser.error(f"there is no function {name}; there are: {'; '.join(known)}")
    if not args.out and (args.function or args.dtype or args.shards > 1):
        parser.error("the page shows everything: a part of it needs --out")
    args.function, args.dtype = args.function or known, args.dtype or list(DTYPES)
    return args


def libraries(benchmarks):
    """All of the table, in the order of its columns."""
    return [loaded(compared.Ours, benchmarks), loaded(compared.OursPrecise, benchmarks),
            loaded(compared.PyTorch, benchmarks), loaded(onednn.OneDnn, benchmarks),
            loaded(onnx_runtime.OnnxRuntime), loaded(xnnpack.XnnPack), loaded(ggml.Ggml),
            loaded(tensorflow_lite.TensorFlowLite)]


def rows(args, chosen, present, benchmarks):
    oracle = measure.Oracle()
    for number, function in enumerate(chosen):
        for dtype in args.dtype:
            started = time.monotonic()
            able = [library for library in present if library.has(function, dtype)]
            results = {library.name: None for library in able}
            said = started
            for inputs in measure.chunks(oracle, function, dtype, args.exhaustive, args.shard,
                                         args.shards):
                x = measure.values_of(dtype, inputs)
                truth = measure.Truth(
                    oracle, dtype, inputs,
                    oracle.truth(function, dtype, x) if function.oracle
                    else benchmarks.reference(function, dtype, x))
                for library in able:
                    counts = measure.measure(library, function, truth)
                    results[library.name] = accuracy_page.added(results[library.name], counts)
                if time.monotonic() > said + 30:
                    said = time.monotonic()
                    print(f"{function.name}, {dtype}: now at {x[-1]:.3g}; {said - started:.0f} s",
                          file=sys.stderr, flush=True)
            print(f"{number + 1} of {len(chosen)}: {function.name}, {dtype}: "
                  f"{time.monotonic() - started:.1f} s", file=sys.stderr, flush=True)
            results = {name: counts for name, counts in results.items() if counts}
            if results:
                yield {"function": function.name, "dtype": dtype, "results": results}


def processor():
    model = re.search(r"^model name\s*: (.*)$",
                      pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return model[1] if model else platform.machine()


def main():
    args = parse()
    started = time.monotonic()
    chosen = [function for function in functions.read(ROOT) if function.name in args.function]
    benchmarks = compared.Benchmarks(chosen)
    everyone = libraries(benchmarks)
    present = [library for library in everyone if not isinstance(library, Absent)]
    measured = list(rows(args, chosen, present, benchmarks))
    inputs = {} if args.exhaustive else {"float32": measure.SAMPLED}
    data = {
        "format": "openaclnn-accuracy-table/1", "processor": processor(),
        "date": datetime.date.today().isoformat(), "seconds": round(time.monotonic() - started),
        "inputs": inputs,
        "libraries": [{"name": library.name, "package": library.package}
                      | ({"version": library.version()} if library in present
                         else {"missing": library.reason}) for library in everyone],
        "rows": measured}
    if not args.out:
        accuracy_page.write(data)
        return
    out = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."), args.out)
    out.write_text(report.dump(data))
    print(f"{out} written; {data['seconds']} s")


if __name__ == "__main__":
    main()
