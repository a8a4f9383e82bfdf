#!/usr/bin/env python3
"""instructions.py [--update] OPERATOR_FOLDER...: guards the speed of kernels against regressions, by a number that noise cannot move.

Counts with callgrind the instructions of every kernel per element, in each mode, variant and dtype, and those of a call without its kernel.
Fails if one is more than 10 % off the number in golden/INSTRUCTIONS.json, in either direction: a guard that has become loose is none.
--update writes that file and says what changed. valgrind knows no AVX-512, so what is counted is the AVX2 code.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOLERANCE = 0.10
TARGET = "AVX2"


def run_counted(binary, folder):
    """(what was counted, counts) in their order, and what the program says about itself."""
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch) / "out"
        # Under callgrind the program would spend most of its time on reading cases it does not use.
        cases = json.loads(pathlib.Path(f"{folder}/cases.json").read_text())
        cases["cases"], cases["values"] = [], type(cases["values"])()
        (pathlib.Path(scratch) / "cases.json").write_text(json.dumps(cases))
        process = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--collect-atstart=no", "--toggle-collect=CountedByCallgrind",
             "--dump-after=CountedByCallgrind", binary, f"--cases={scratch}/cases.json",
             f"--operator={folder}/libmodule.so"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, env={**os.environ, "OPENACLNN_NUM_THREADS": "1"})
        if process.returncode != 0:
            sys.exit(f"{binary} for {folder} under callgrind ended with {process.returncode}:\n{process.stdout}{process.stderr}")
        lines = [line.split(" ", 1) for line in process.stdout.splitlines()]
        keys = [rest for word, rest in lines if word == "count"]
        about = {word: rest for word, rest in lines if word != "count"}
        counts = []
        for number in range(1, len(keys) + 1):
            text = pathlib.Path(f"{out}.{number}").read_text()
            counts.append(int(re.search(r"^(?:totals|summary): (\d+)", text, re.MULTILINE)[1]))
        if pathlib.Path(f"{out}.{len(keys) + 1}").exists() or len(keys) != len(set(keys)):
            sys.exit(f"{binary}: callgrind counted something else than the program says")
    return list(zip(keys, counts)), about


def measure(program, folder):
    counted, about = run_counted(program, folder)
    if about["target"] != TARGET:
        sys.exit(f"{folder}: the kernels ran on {about['target']} under valgrind; the numbers are those of {TARGET}, which this processor "
                 "lacks")
    per_element, call, few = {}, {}, None
    for key, count in counted:
        words = key.split(" ")
        if words[0] == "call":
            call[words[1]] = count
        elif words[3] == "few":
            few = (int(words[4]), count)
        else:
            mode, case, data = words[:3]
            per_element.setdefault(mode, {}).setdefault(case, {})[data] = round((count - few[1]) / (int(words[4]) - few[0]), 3)
    return {"counted_with": f"callgrind, {TARGET}, compiler {about['compiler']}", "instructions_per_call": call,
            "instructions_per_element": per_element}


def flat(measurement):
    """{path: number} of what is compared."""
    result = {f"call, {part}": count for part, count in measurement.get("instructions_per_call", {}).items()}
    for mode, cases in measurement.get("instructions_per_element", {}).items():
        for case, data in cases.items():
            result.update({f"{mode}, {case}, {name}": count for name, count in data.items()})
    return result


def differences(old, new, tolerance):
    """Lines for what was added, has gone, or differs by more than the tolerance."""
    before, after = flat(old), flat(new)
    for name in sorted(before.keys() | after.keys()):
        if name not in after:
            yield f"{name}: was {before[name]}, is not counted any more"
        elif name not in before:
            yield f"{name}: new, {after[name]}"
        elif abs(after[name] - before[name]) > tolerance * before[name]:
            yield f"{name}: {before[name]} -> {after[name]} ({after[name] / before[name] - 1:+.1%})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="OPERATOR_FOLDER")
    parser.add_argument("--program", required=True, help="what is counted (set by the build)")
    parser.add_argument("--update", action="store_true", help="write golden/INSTRUCTIONS.json")
    args = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not on the PATH; the environment of tools/bazel has it (without it: --test_tag_filters=-callgrind)")
    good = True
    for folder in args.folders:
        name = f"{folder}/golden/INSTRUCTIONS.json"
        path = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")) / name
        old = json.loads(path.read_text()) if path.exists() else {}
        new = measure(args.program, folder)
        lines = list(differences(old, new, 0 if args.update else TOLERANCE))
        for line in lines:
            print(f"{folder}: {line}")
        if args.update:
            path.write_text(json.dumps(new, indent=1) + "\n")
            print(f"{name} {'written' if lines else 'is up to date'}")
        elif lines:
            good = False
            print(f"{name} was {old.get('counted_with', 'not there')}; now {new['counted_with']}. If the change is meant: "
                  f"tools/bazel run //{folder}:instructions -- --update")
        else:
            print(f"{folder}: {len(flat(new))} counts within {TOLERANCE:.0%}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
