#!/usr/bin/env python3
"""import_returned FILE [--name=NAME] [--bounds=cpu|aicore]

Compares results that the driver (testing/driver) made elsewhere with the golden data, by the same
rules as our own, and leaves the verdicts where `tools/bazel run //testing:report` finds them: as
results of the backend NAME, by default the SoC they come from. Exit status: 1 if a case failed.
"""

import argparse
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile


class Returned:
    """The file of results of all operators. Each conformance program gets a file with those of its
    own, because reading all of them takes far longer than comparing its own."""

    def __init__(self, path):
        with open(path, "rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            header = json.loads(file.read(min(length, 1 << 30)))
            self.data = file.read()
        self.metadata = header.pop("__metadata__")
        if self.metadata["format"] != "openaclnn-returned/1":
            raise ValueError(f"its format is {self.metadata['format']}")
        self.by_function = {}  # function -> (entries of the metadata, tensors)
        for key, status in self.metadata.items():
            if key.startswith("case "):
                self._of(key.removeprefix("case "))[0][key] = status
        for name, tensor in header.items():
            self._of(name)[1][name] = tensor

    def _of(self, case):
        return self.by_function.setdefault(case.partition(".")[0], ({}, {}))

    def write(self, path, functions):
        about = [key for key in self.metadata if not key.startswith("case ")]
        metadata = {key: self.metadata[key] for key in about}
        header, parts, at = {"__metadata__": metadata}, [], 0
        for function in functions:
            cases, tensors = self.by_function.get(function, ({}, {}))
            metadata |= cases
            for name, tensor in tensors.items():
                begin, end = tensor["data_offsets"]
                parts.append(self.data[begin:end])
                header[name] = tensor | {"data_offsets": [at, at + end - begin]}
                at += end - begin
        text = json.dumps(header).encode()
        path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(parts))


def functions_of(binary):
    """The functions of the operator that a conformance program is for."""
    flags = pathlib.Path(f"{binary}.flags").read_text().splitlines()
    (cases,) = [flag.removeprefix("--cases=") for flag in flags if flag.startswith("--cases=")]
    functions = json.loads(pathlib.Path(cases).read_text())["functions"]
    return [function["name"] for function in functions]


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--name", help="of the backend in the report")
    parser.add_argument(
        "--bounds", default="",
        help="backend whose bounds apply; default: aicore where the spec has it, or else cpu")
    parser.add_argument("--out", help="folder to write; default: bazel-testlogs/returned/NAME")
    parser.add_argument("--conformance", action="append", default=[],
                        help="conformance binary of an operator (set by the build)")
    args = parser.parse_args(argv)
    here = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    path = (here / args.file).absolute()
    try:
        returned = Returned(path)
    except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
        print(f"{path} holds no returned results: {error}", file=sys.stderr)
        return 2
    name = args.name or returned.metadata["soc"] or "elsewhere"
    out = here / args.out if args.out else pathlib.Path(
        os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."), "bazel-testlogs", "returned", name)
    failed = 0
    for binary in args.conformance:
        folder = out / pathlib.Path(binary).parent.name
        folder.mkdir(parents=True, exist_ok=True)
        print(f"{folder.name}: ", end="", flush=True)
        with tempfile.TemporaryDirectory() as scratch:
            own = pathlib.Path(scratch) / path.name
            returned.write(own, functions_of(binary))
            failed |= subprocess.run([
                binary, f"--flagfile={binary}.flags", f"--returned={own}", f"--backend={name}",
                f"--bounds={args.bounds}", f"--results={folder / 'conformance.json'}"]).returncode
    print(f"verdicts in {out}; tools/bazel run //testing:report shows them")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
