#!/usr/bin/env python3
"""same_bits.py LOGS LOGS OPERATOR ...: do the conformance tests of two machines have results of the
same bits?

LOGS are folders bazel-testlogs. Prints a table: for each operator and dtype how many outputs of
cases were compared, of all products, modes and backends, and how many differ. Exit status: 1 if one
differs or only one machine has it, or if nothing was compared.
"""

import json
import pathlib
import re
import sys

BACKENDS = ("cpu", "aicore")


def dtype_of(case):
    """The last part of a case's name that is like the name of a dtype."""
    is_dtype = re.compile(r"bool|b?float\d+|u?int\d+").fullmatch
    return next(filter(is_dtype, reversed(case.split("."))), "other")


def digests(logs, operator, backend):
    """{(case, product, mode, output): digest}."""
    path = logs / "ops" / operator / f"conformance_{backend}_test" / "test.outputs/conformance.json"
    return {(case["id"], case["product"], case["mode"], name): output["digest"]
            for case in json.loads(path.read_text())["cases"]
            for name, output in case.get("outputs", {}).items()}


def main(argv):
    logs, operators = [pathlib.Path(folder) for folder in argv[:2]], argv[2:]
    all_compared, all_different = 0, 0
    for operator in operators:
        counts = {}
        for backend in BACKENDS:
            here, there = (digests(folder, operator, backend) for folder in logs)
            for key in sorted(here.keys() | there.keys()):
                count = counts.setdefault(dtype_of(key[0]), [0, 0])
                count[0] += 1
                if here.get(key) != there.get(key):
                    count[1] += 1
                    if count[1] <= 3:
                        print(f"DIFFERENT {operator} {backend} {' '.join(key)}:",
                              f"{here.get(key)}, {there.get(key)}")
        cells = [f"{dtype} {compared}" + (f" ({different} differ)" if different else "")
                 for dtype, (compared, different) in sorted(counts.items())]
        print(f"{operator}: {', '.join(cells)}")
        all_compared += sum(count[0] for count in counts.values())
        all_different += sum(count[1] for count in counts.values())
    print(f"{all_compared} outputs of {len(operators)} operators compared, {all_different} differ")
    return 1 if all_different or not all_compared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
