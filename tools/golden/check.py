#!/usr/bin/env python3
"""check.py CASES.json GOLDEN_DIR: are the golden files whole, and made for these cases? Needs
nothing but Python."""

import fnmatch
import hashlib
import json
import pathlib
import struct
import sys

NAMES = {"float32": "F32", "float16": "F16", "bfloat16": "BF16", "float64": "F64", "int8": "I8",
         "uint8": "U8", "int16": "I16", "int32": "I32", "int64": "I64", "uint16": "U16",
         "uint32": "U32", "uint64": "U64", "bool": "BOOL"}


def faults(cases, folder):
    """What is wrong, one sentence each."""
    manifest_path = folder / "MANIFEST.json"
    if not manifest_path.exists():
        return [f"{manifest_path} is missing"]
    manifest = json.loads(manifest_path.read_text())
    if manifest.get("format") != "openaclnn-golden/2":
        return [f"{manifest_path}: format is {manifest.get('format')!r}, not 'openaclnn-golden/2'"]
    for name in ("op", "spec_sha256", "seed"):
        if manifest.get(name) != cases[name]:
            return [
                f"{manifest_path}: {name} is {manifest.get(name)!r}, the cases say {cases[name]!r}"
            ]
    data_path = folder / manifest["file"]
    raw = data_path.read_bytes()
    if hashlib.sha256(raw).hexdigest() != manifest["sha256"]:
        return [
            f"{data_path} is not the file that the MANIFEST names (sha256 differs); golden files "
            "are never edited by hand"
        ]
    header = json.loads(raw[8 : 8 + struct.unpack("<Q", raw[:8])[0]])
    found = []
    if manifest["records"] != len(cases["values"]):
        found.append(
            f"the MANIFEST counts {manifest['records']} records, the cases have "
            f"{len(cases['values'])}"
        )
    for record in cases["values"]:
        wanted = {
            f"{record['key']}/in/{name}": (NAMES[spec["dtype"]], spec["shape"])
            for name, spec in record["inputs"].items()
        }
        wanted.update({
            f"{record['key']}/truth/{name}": ("F64", spec["shape"])
            for name, spec in record["outputs"].items()
        })
        for name, (dtype, shape) in wanted.items():
            if name not in header:
                found.append(f"{name} is missing")
            elif (header[name]["dtype"], header[name]["shape"]) != (dtype, shape):
                found.append(
                    f"{name} is {header[name]['dtype']} {header[name]['shape']}, the cases say "
                    f"{dtype} {shape}"
                )
    outputs = {(name, spec["dtype"]) for record in cases["values"]
               for name, spec in record["outputs"].items()}
    for name, dtype in sorted(outputs):
        if dtype not in manifest["truth"].get(name, {}):
            found.append(f"the MANIFEST does not say how exact the truth of {name} is in {dtype}")
    found += unheld_decisions(cases, manifest)
    known = {record["key"] for record in cases["values"]}
    found += [
        f"{name} belongs to no record" for name in header
        if name != "__metadata__" and name.rsplit("/", 2)[0] not in known
    ]
    return found


def unheld_decisions(cases, manifest):
    """Decisions about values (deviations) for which the MANIFEST has no element that would be wrong
    had they been taken otherwise."""
    positive = {case["id"] for case in cases["cases"] if case["kind"] == "positive"}
    for deviation in cases["deviations"]:
        if deviation["decides"] != "values":
            continue
        for pattern in deviation["held_by"]:
            witness = manifest.get("deviations", {}).get(deviation["id"], {}).get(pattern)
            if witness is None:
                yield (f"the MANIFEST has no element of a case like {pattern} that holds the "
                       f"deviation {deviation['id']}")
            elif witness["case"] not in positive or not fnmatch.fnmatchcase(
                    witness["case"], pattern):
                yield (f"deviation {deviation['id']}: {witness['case']} is no positive case like "
                       f"{pattern}")


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    cases = json.loads(pathlib.Path(sys.argv[1]).read_text())
    found = faults(cases, pathlib.Path(sys.argv[2]))
    for fault in found[:10]:
        print(fault)
    if found:
        print(f"{len(found)} faults; run: tools/golden/update {cases['op']}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
