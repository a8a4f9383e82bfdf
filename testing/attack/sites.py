"""Allocation sites from the call stacks that processes recorded: see testing/attack/sites."""

import collections
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# A site is the innermost place in these files. Tests are not part of what they test.
_RUNTIME = re.compile(r"(?:^|/)(runtime/[^:]*):(\d+)")
_TEST = re.compile(r"_test\.cc$|_benchmark\.cc$|/testing/|runtime/aicore/foreign/")
# Classes that programs use in C++, which throw std::bad_alloc at them: what graphs are made of, and
# the host side of kernels.
_CLASSES = re.compile(
    r"runtime/(graph/(operator|graph|types)\.|aicore/host/|aicore/kernel_call\.h)")
# Before main there is nobody yet who could be told.
_BEFORE_MAIN = re.compile(r"__static_initialization_and_destruction|_GLOBAL__sub_I")
# Programs come in through these; inside, functions may throw std::bad_alloc at their tests.
_BORDER = re.compile(r"runtime/(acl|executor|graph)/[^:]*\.cc:|_api\.cc:")
# A fuzz target ends when a result is not that of its model, which knows of no such failure, and
# Abseil where it has no memory for its threads (docs/reliability.md).
_ENDED_BY_ITSELF = re.compile(r": not true: ")
_KNOWN_LIMIT = re.compile(r"low_level_alloc\.cc")
GOAL = 0.95
TIMEOUT_S = 300


@dataclasses.dataclass(frozen=True)
class Program:
    """A program with its arguments."""
    path: str
    arguments: tuple

    @property
    def name(self):
        return self.path.rpartition("/bin/")[2]


def read_stacks(folder):
    """{program: {hash: its stack, a tuple of addresses}} of all files in `folder`."""
    stacks = collections.defaultdict(dict)
    for file in sorted(pathlib.Path(folder).iterdir()):
        header, *lines = file.read_text(errors="surrogateescape").split("\n")
        # Programs of the system write here, too, some of which close what they did not open.
        path, *command = header.rstrip("\0").split("\0")
        if "/bazel-out/" not in path:
            continue
        arguments = command[1:]
        for line in filter(None, lines):
            stack_hash, *addresses = line.split()
            stacks[Program(path, tuple(arguments))][stack_hash] = tuple(addresses)
    return stacks


def places_of(path, addresses):
    """{address: [(function, place)], innermost first, of the calls that were inlined there}."""
    output = subprocess.run(["addr2line", "-a", "-f", "-i", "-e", path],
                            input="\n".join(sorted(addresses)), capture_output=True, text=True,
                            check=True).stdout
    places = {}
    lines = iter(output.splitlines())
    for line in lines:
        if line.startswith("0x"):
            current = places[int(line, 16)] = []
        else:
            current.append((line, next(lines)))
    return {address: places[int(address, 16)] for address in addresses}


def sites_of(folder):
    """{site: [(program, hash)]} of what was recorded in `folder`, where a site is "FILE:LINE".

    Stacks that came through the border of the library are first, then those of googletest, which
    catches what its tests do not.
    """
    sites = collections.defaultdict(list)
    for program, stacks in read_stacks(folder).items():
        places = places_of(program.path, {each for stack in stacks.values() for each in stack})
        for stack_hash, stack in stacks.items():
            chain = [each for address in stack for each in places[address]]
            if any(_BEFORE_MAIN.search(function) for function, _ in chain):
                continue
            found = [match for match in (_RUNTIME.search(place) for _, place in chain)
                     if match and not _TEST.search(match[1])]
            if not found or _CLASSES.match(found[0][1]):
                continue
            rank = (not any(_BORDER.search(place) for _, place in chain),
                    not any("testing8internal" in function for function, _ in chain))
            sites[f"{found[0][1]}:{found[0][2]}"].append((rank, program, stack_hash))
    return {site: [entry[1:] for entry in sorted(entries, key=lambda entry: entry[0])]
            for site, entries in sites.items()}


def fail_at(program, stack_hash, library):
    """What is wrong if the first allocation with this stack fails; empty if nothing is."""
    runfiles = f"{program.path}.runfiles"
    with tempfile.TemporaryDirectory() as scratch:
        environment = dict(os.environ, LD_PRELOAD=library, OPENACLNN_FAILING_STACK=stack_hash,
                           TEST_SRCDIR=runfiles, RUNFILES_DIR=runfiles, TEST_TMPDIR=scratch,
                           TEST_UNDECLARED_OUTPUTS_DIR=scratch)
        try:
            run = subprocess.run([program.path, *program.arguments], cwd=f"{runfiles}/_main",
                                 env=environment, capture_output=True, text=True, errors="replace",
                                 timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return f"it did not end within {TIMEOUT_S} s"
    output = run.stdout + run.stderr
    if run.returncode >= 0 or _ENDED_BY_ITSELF.search(output):
        return ""
    if _KNOWN_LIMIT.search(output):
        return "ended by Abseil, a known limit"
    return f"ended by signal {-run.returncode}\n" + "\n".join(output.splitlines()[-6:])


def main():
    every, failed = sites_of(sys.argv[1]), sites_of(sys.argv[2])
    others = sorted(set(every) - set(failed))
    print(f"{len(failed)} sites fail in out_of_memory_test, {len(others)} one by one", flush=True)
    wrong = 0
    for site in others:
        program, stack_hash = every[site][0]
        problem = fail_at(program, stack_hash, sys.argv[3])
        if problem:
            wrong += 1
            print(f"{site}: {program.name} {stack_hash}: {problem}", flush=True)
    total = len(set(every) | set(failed))
    share = (total - wrong) / total
    print(f"{total - wrong} of {total} allocation sites fail and the program goes on "
          f"({100 * share:.1f} %)")
    return 0 if share >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
