#!/usr/bin/env python3
"""replay FILE [--element=N] [--backend=cpu|aicore] [--target=AVX2] [--mode=...] [--product=...]
[--threads=N]

Runs a case again that failed in a test or in a random run, from the file it left behind
(docs/golden_format.md, "Replay"): on the product and in the mode in which it failed unless told
otherwise, with every number of threads and on every SIMD target. Shows one element in full, by
default the one that was worst. Exit status: 0 if the case passes now, 1 if it does not, 2 if it
cannot be run.
"""

import json
import os
import pathlib
import struct
import sys


def operator_of(path):
    """The operator that a failure's file says it is of."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(min(length, 1 << 30)))
    return json.loads(header["__metadata__"]["failure"])["op"]


def main(argv):
    given = "--conformance="
    binaries = {
        pathlib.Path(arg[len(given):]).parent.name: arg[len(given):] for arg in argv
        if arg.startswith(given)
    }
    rest = [arg for arg in argv if not arg.startswith(given)]
    files = [arg for arg in rest if not arg.startswith("-")]
    if len(files) != 1 or "--help" in rest:
        print(__doc__, file=sys.stderr)
        return 2
    path = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."), files[0]).absolute()
    try:
        op = operator_of(path)
    except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
        print(f"{path} is no file of a failed case: {error}", file=sys.stderr)
        return 2
    if op not in binaries:
        print(f"{path} is of operator {op}; there are {', '.join(sorted(binaries))}",
              file=sys.stderr)
        return 2
    binary = binaries[op]
    args = [binary, f"--flagfile={binary}.flags", f"--replay={path}"
            ] + [arg for arg in rest if arg != files[0]]
    os.execv(binary, args)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
