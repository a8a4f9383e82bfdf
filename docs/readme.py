#!/usr/bin/env python3
"""readme.py [--update]: do the numbers of README.md hold? With --update it writes those that do. Needs nothing but Python.

Run at the top of the checkout, or by `tools/bazel run //docs:update_readme`. Exit status: 1 if a number does not hold.
"""

import json
import os
import pathlib
import re
import sys


def numbers(root):
    """[(what, pattern of its place with one group, text it must have)], from the specs and docs/performance.json."""
    ops = re.findall(r'"(\w+)"', (root / "ops/ops.bzl").read_text().partition("OPS = [")[2].partition("]")[0])
    specs = [(root / "ops" / op / "spec.yaml").read_text() for op in ops]
    functions = sum(len(re.findall(r"^- \{?name: aclnn\w+", spec, re.MULTILINE)) for spec in specs)
    expected = [re.search(r"expect: \{positive: (\d+), rejected: (\d+), errors: (\d+)\}", spec) for spec in specs]
    cases = sum(int(count) for found in expected for count in found.groups())
    bounds = [float(bound) for spec in specs for bound in re.findall(r"high_performance: \{float32: ([\d.]+)", spec)]
    rows = [row for row in json.loads((root / "docs/performance.json").read_text())["rows"]
            if (row["layout"], row["dtype"], row["elements"], row["threads"]) == ("contiguous", "float32", 65536, 1)]
    times = [min(row["times_ours"][peer] for peer in ("pytorch", "onednn") if peer in row["times_ours"])
             for row in rows if row["times_ours"].keys() & {"pytorch", "onednn"}]
    return [("functions", r"\*\*(\d+) functions\*\*", str(functions)),
            ("operators", r"of (\d+) operators", str(len(ops))),
            ("greatest error", r"\*\*([\d.]+) ULP\*\*", f"{max(bounds):g}"),
            ("cases", r"\*\*([\d,]+) cases\*\*", f"{cases:,}"),
            ("speed", r"\*\*([\d.]+ to [\d.]+) times\*\*", f"{min(times):.1f} to {max(times):.1f}"),
            ("measured operators", r"\((\d+) operators measured", str(len({row["op"] for row in rows})))]


def updated(text, wanted):
    """The text with all numbers as wanted. ValueError if one has no place in it."""
    for what, pattern, value in wanted:
        found = re.search(pattern, text)
        if not found:
            raise ValueError(f"README.md does not say the number of {what}: nothing in it is like {pattern}")
        text = text[:found.start(1)] + value + text[found.end(1):]
    return text


def main(argv):
    root = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    text = (root / "README.md").read_text()
    new = updated(text, numbers(root))
    if "--update" in argv:
        (root / "README.md").write_text(new)
    elif new != text:
        print("README.md has numbers that do not hold; run: tools/bazel run //docs:update_readme")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
