#!/usr/bin/env python3
"""import_returned FILE [--name=NAME] [--bounds=cpu|aicore]

Compares results that the driver (testing/driver) made elsewhere with the golden data, by the same rules as our own, and leaves the verdicts
where `tools/bazel run //testing:report` finds them: as results of the backend NAME, by default the SoC they come from. Exit status: 1 if a case
failed.
"""

import argparse
import json
import os
import pathlib
import struct
import subprocess
import sys


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--name", help="of the backend in the report")
    parser.add_argument("--bounds", default="", help="backend whose bounds apply; default: aicore where the spec has it, or else cpu")
    parser.add_argument("--out", help="folder to write; default: bazel-testlogs/returned/NAME")
    parser.add_argument("--conformance", action="append", default=[], help="conformance binary of an operator (set by the build)")
    args = parser.parse_args(argv)
    here = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    path = (here / args.file).absolute()
    try:
        with open(path, "rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            metadata = json.loads(file.read(min(length, 1 << 30)))["__metadata__"]
        if metadata["format"] != "openaclnn-returned/1":
            raise ValueError(f"its format is {metadata['format']}")
    except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
        print(f"{path} holds no returned results: {error}", file=sys.stderr)
        return 2
    name = args.name or metadata["soc"] or "elsewhere"
    out = here / args.out if args.out else pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."), "bazel-testlogs", "returned", name)
    failed = 0
    for binary in args.conformance:
        folder = out / pathlib.Path(binary).parent.name
        folder.mkdir(parents=True, exist_ok=True)
        print(f"{folder.name}: ", end="", flush=True)
        failed |= subprocess.run([binary, f"--flagfile={binary}.flags", f"--returned={path}", f"--backend={name}", f"--bounds={args.bounds}",
                                  f"--results={folder / 'conformance.json'}"]).returncode
    print(f"verdicts in {out}; tools/bazel run //testing:report shows them")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
