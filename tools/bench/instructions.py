#!/usr/bin/env python3
"""instructions.py [--update] OPERATOR_FOLDER...: guards the speed of kernels against regressions,
by a number that noise cannot move.

Counts with callgrind the instructions of every kernel per element, in each mode, variant and dtype,
and those of a call without its kernel. Fails if one is more than 10 % off the number in
golden/INSTRUCTIONS.json, in either direction: a guard that has become loose is none.
--update writes that file and says what changed. valgrind knows no AVX-512, so what is counted is
the AVX2 code.

A program for aarch64 is run by QEMU, whose log says which pieces of code ran; the counts of its
kernels are `neon` in the same file.
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
COUNTED = "CountedByCallgrind"


def words_of(output):
    """Of what the program prints, the keys of its counts, and {word: rest} of the other lines."""
    lines = [line.split(" ", 1) for line in output.splitlines()]
    keys = [rest for word, rest in lines if word == "count"]
    return keys, {word: rest for word, rest in lines if word != "count"}


def ended(command, code, output):
    if code != 0:
        sys.exit(f"{' '.join(command)} ended with {code}:\n{output}")


def environment():
    """Of a program that is counted: the number of variables alone moves what malloc does in a call,
    so it has no others."""
    return {"PATH": os.environ["PATH"], "OPENACLNN_NUM_THREADS": "1"}


class Callgrind:
    """Counts a program of this processor."""
    name, target, section = "callgrind", "AVX2", None

    @staticmethod
    def run(command, scratch):
        """What the program printed, and its counts in their order."""
        if shutil.which("valgrind") is None:
            sys.exit("valgrind is not on the PATH; the environment of tools/bazel has it (without "
                     "it: --test_tag_filters=-callgrind)")
        out = scratch / "out"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
                   "--instr-atstart=no", "--collect-atstart=no", f"--toggle-collect={COUNTED}",
                   f"--dump-after={COUNTED}", *command]
        process = subprocess.run(command, capture_output=True, text=True, check=False,
                                 env=environment())
        ended(command, process.returncode, process.stdout + process.stderr)
        counts = []
        while (part := pathlib.Path(f"{out}.{len(counts) + 1}")).exists():
            total = re.search(r"^(?:totals|summary): (\d+)", part.read_text(), re.MULTILINE)
            counts.append(int(total[1]))
        return process.stdout, counts


class Qemu:
    """Counts a program for aarch64: QEMU translates pieces of code, and says of each which
    instructions it has and when it runs."""
    name, target, section = "QEMU", "NEON", "neon"

    @staticmethod
    def run(command, scratch):
        """What the program printed, and its counts in their order."""
        start, end = Qemu.bounds(command[0])
        pipe = scratch / "log"
        os.mkfifo(pipe)
        command = [
            "qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-d", "in_asm,exec,nochain", "-D",
            str(pipe), *command
        ]
        with open(scratch / "printed", "w+", encoding="utf-8") as printed:
            process = subprocess.Popen(command, stdout=printed, stderr=subprocess.STDOUT,
                                       env=environment())
            with open(pipe, encoding="utf-8", errors="replace") as log:
                counts = count_log(log, start, end)
            ended(command, process.wait(), (scratch / "printed").read_text())
            return (scratch / "printed").read_text(), counts

    @staticmethod
    def bounds(program):
        """Of the function that is counted, as offsets in its page: its first instruction, and that
        by which it returns."""
        listing = subprocess.run(["aarch64-linux-gnu-objdump", "-d", "--no-show-raw-insn",
                                  f"--disassemble={COUNTED}", program],
                                 stdout=subprocess.PIPE, text=True, check=True).stdout
        code = re.findall(r"^\s*([0-9a-f]+):\t(\S+)", listing, re.MULTILINE)
        returns = [int(address, 16) for address, name in code if name == "ret"]
        if len(returns) != 1:
            sys.exit(f"{program}: {COUNTED} returns in {len(returns)} places")
        return int(code[0][0], 16) & 0xFFF, returns[0] & 0xFFF


def count_log(log, start, end):
    """The instructions of each call of the function whose first and last instruction have these
    offsets in their page."""
    lengths, ends, counts = {}, set(), []  # of pieces, by their addresses as the log writes them
    piece, here, counted, total = None, False, False, 0
    for line in log:
        if line.startswith("Trace "):
            # Most lines are of other code, so the quick question comes first.
            if not counted and COUNTED not in line:
                continue
            address = line.split("/", 2)[1]
            if not counted and int(address, 16) & 0xFFF == start:
                counted, total = True, 0
            if counted:
                total += lengths[address]
                if address in ends:
                    counted = False
                    counts.append(total)
        elif line.startswith("0x"):  # an instruction of a piece that is translated
            address = int(line.split(":", 1)[0], 16)
            if piece is None:
                piece = f"{address:016x}"
                lengths[piece] = 0
                ends.discard(piece)
            lengths[piece] += 1
            if address & 0xFFF == end and here:
                ends.add(piece)
        elif line.startswith("IN:"):
            piece, here = None, COUNTED in line
    return counts


def counter_of(program):
    """How a program is counted, by the processor in its ELF header."""
    with open(program, "rb") as file:
        return Qemu if file.read(20)[18] == 183 else Callgrind


def measure(program, folder):
    """What the golden file says of the operator: all of it, or its section."""
    counter = counter_of(program)
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        # The program would spend most of its time on reading cases it does not use.
        cases = json.loads(pathlib.Path(f"{folder}/cases.json").read_text())
        cases["cases"], cases["values"] = [], type(cases["values"])()
        (scratch / "cases.json").write_text(json.dumps(cases))
        output, counts = counter.run([program, f"--cases={scratch}/cases.json",
                                      f"--operator={folder}/libmodule.so"], scratch)
    keys, about = words_of(output)
    if len(counts) != len(keys) or len(keys) != len(set(keys)):
        sys.exit(f"{program}: {counter.name} counted {len(counts)} times, and the program says "
                 f"{len(keys)}")
    if not about["target"].startswith(counter.target):  # Highway has NEON with and without AES
        sys.exit(f"{folder}: the kernels ran on {about['target']} under {counter.name}; the "
                 f"numbers are those of {counter.target}, which this processor lacks")
    per_element, call, few = {}, {}, None
    for key, count in zip(keys, counts):
        words = key.split(" ")
        if words[0] == "call":
            call[words[1]] = count
        elif words[3] == "few":
            few = (int(words[4]), count)
        else:
            mode, case, data = words[:3]
            per_element.setdefault(mode, {}).setdefault(case, {})[data] = round(
                (count - few[1]) / (int(words[4]) - few[0]), 3)
    how = f"{counter.name}, {counter.target}, compiler {about['compiler']}"
    measurement = {"counted_with": how, "instructions_per_call": call,
                   "instructions_per_element": per_element}
    if counter.section:
        del measurement["instructions_per_call"]  # of the runtime, which no target changes
    return measurement


def flat(measurement):
    """{path: number} of what is compared."""
    result = {
        f"call, {part}": count
        for part, count in measurement.get("instructions_per_call", {}).items()
    }
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
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="OPERATOR_FOLDER")
    parser.add_argument("--program", required=True, help="what is counted (set by the build)")
    parser.add_argument("--update", action="store_true", help="write golden/INSTRUCTIONS.json")
    args = parser.parse_args()
    good, section = True, counter_of(args.program).section
    for folder in args.folders:
        name = f"{folder}/golden/INSTRUCTIONS.json"
        path = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")) / name
        written = json.loads(path.read_text()) if path.exists() else {}
        old = written.get(section, {}) if section else written
        new = measure(args.program, folder)
        lines = list(differences(old, new, 0 if args.update else TOLERANCE))
        for line in lines:
            print(f"{folder}: {line}")
        if args.update:
            others = {Qemu.section: written[Qemu.section]} if Qemu.section in written else {}
            whole = {**written, section: new} if section else {**new, **others}
            path.write_text(json.dumps(whole, indent=1) + "\n")
            print(f"{name} {'written' if lines else 'is up to date'}")
        elif lines:
            good = False
            command = f"tools/bazel run //{folder}:instructions -- --update"
            if section:
                command = f"testing/processors/instructions --update {folder.removeprefix('ops/')}"
            print(f"{name} was {old.get('counted_with', 'not there')}; now {new['counted_with']}. "
                  f"If the change is meant: {command}")
        else:
            print(f"{folder}: {len(flat(new))} counts within {TOLERANCE:.0%}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
